// The token that a link brought along, for as long as this tab is open.
//
// It travels in the fragment (#token=...), which browsers never send to a server, and moves into
// sessionStorage at once, so that it stays out of the history, the address bar and other tabs.

const key = "slotq.token";

export interface Session {
  /** Value of the Authorization header, or null when no link brought a token: then the cookie of a session may speak. */
  authorization: string | null;
  forget(): void;
}

export function openSession(): Session {
  const fresh = takeFromFragment();
  if (fresh !== null) sessionStorage.setItem(key, fresh);

  // A second link pasted into the same tab changes only the fragment: start over with its token.
  addEventListener("hashchange", () => {
    const next = takeFromFragment();
    if (next === null) return;
    sessionStorage.setItem(key, next);
    location.reload();
  });

  const token = sessionStorage.getItem(key);
  return {
    authorization: token === null ? null : `Bearer ${token}`,
    forget() {
      sessionStorage.removeItem(key);
      location.reload();
    },
  };
}

/** What to call whoever the session's cookie speaks for; null when nobody is signed in, or that can't be told. */
export async function whoIsSignedIn(): Promise<string | null> {
  try {
    const response = await fetch("/auth/session");
    if (!response.ok) return null;
    const { displayName, role } = (await response.json()) as { displayName: string; role: string };
    return `${displayName}, ${role}`;
  } catch {
    return null;
  }
}

function takeFromFragment(): string | null {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const token = fragment.get("token")?.trim();
  if (!token) return null;
  fragment.delete("token");
  const rest = fragment.toString();
  history.replaceState(null, "", location.pathname + location.search + (rest && `#${rest}`));
  return token;
}
