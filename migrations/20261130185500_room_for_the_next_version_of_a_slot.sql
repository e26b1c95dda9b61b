-- A slot changes twice for every booking and no index of it knows what changes. With room on its page the new version stays there, and
-- none of the indexes grows an entry that leads to the dead. It holds for pages that are filled from now on.
-- +goose Up
ALTER TABLE slots SET (fillfactor = 70);

-- +goose Down
ALTER TABLE slots RESET (fillfactor);
