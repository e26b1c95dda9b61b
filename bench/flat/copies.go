package main

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"github.com/lib/pq"
)

// copies are rows of a table made after one that the program itself has written: alike in all columns but those that are set.
type copies struct {
	table string
	like  string            // which row, a condition on t
	from  string            // what there is a row for, such as generate_series(0, 9) AS i
	where string            // which of them; empty is all
	set   map[string]string // expressions, by column
}

// write makes the rows. The database's triggers don't run; what they would have done is done by other copies.
func (c copies) write(ctx context.Context, conn *sql.Conn) (int64, error) {
	columns, err := texts(ctx, conn, `SELECT attname::text FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`, c.table)
	if err != nil {
		return 0, err
	}
	for column := range c.set {
		if !slices.Contains(columns, column) {
			return 0, fmt.Errorf("%s has no column %s", c.table, column)
		}
	}
	var values []string
	for i, column := range columns {
		columns[i] = pq.QuoteIdentifier(column)
		value, set := c.set[column]
		if !set {
			value = "t." + columns[i]
		}
		values = append(values, value)
	}
	query := fmt.Sprintf("INSERT INTO %s (%s)\nSELECT %s\nFROM (SELECT * FROM %s t WHERE %s LIMIT 1) t, %s", c.table, strings.Join(columns, ", "), strings.Join(values, ", "), c.table, c.like, c.from) //nolint:gosec // of our own words
	if c.where != "" {
		query += "\nWHERE " + c.where
	}
	done, err := conn.ExecContext(ctx, query)
	if err != nil {
		return 0, fmt.Errorf("copies for %s: %w", c.table, err)
	}
	return done.RowsAffected()
}

func texts(ctx context.Context, conn *sql.Conn, query string, args ...any) (all []string, err error) {
	rows, err := conn.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		all = append(all, text)
	}
	return all, rows.Err()
}

// unindexed drops the indexes of tables that no constraint owns, and returns how to build them again, which is many times quicker
// than to keep them while rows come in.
func unindexed(ctx context.Context, conn *sql.Conn, tables ...string) (again []string, err error) {
	const loose = `FROM pg_index i WHERE i.indrelid = ANY ($1::regclass[]) AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`
	if again, err = texts(ctx, conn, `SELECT pg_get_indexdef(i.indexrelid) `+loose, pq.Array(tables)); err != nil {
		return nil, err
	}
	drop, err := texts(ctx, conn, `SELECT format('DROP INDEX %s', i.indexrelid::regclass) `+loose, pq.Array(tables))
	return again, execAll(ctx, conn, drop, err)
}

func execAll(ctx context.Context, conn *sql.Conn, statements []string, err error) error {
	for _, s := range statements {
		if err == nil {
			_, err = conn.ExecContext(ctx, s)
		}
	}
	return err
}
