import { setNonce } from "get-nonce";
import { GraphiQL } from "graphiql";
import { StrictMode, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import "graphiql/style.css";
import { createFetcher } from "./fetcher";
import "./page.css";
import { openSession, whoIsSignedIn } from "./session";
import { welcome } from "./welcome";

// GraphiQL's dialogs add a <style> element; the page's Content-Security-Policy wants its nonce on it.
const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
if (nonce) setNonce(nonce);

const session = openSession();
const fetcher = createFetcher(session.authorization);

function SignedIn() {
  const [who, setWho] = useState<string | null>(null);
  useEffect(() => void whoIsSignedIn().then(setWho), []);
  return <span className="slotq-session">{who === null ? "not signed in" : `signed in as ${who}`}</span>;
}

function App() {
  return (
    <GraphiQL fetcher={fetcher} defaultQuery={welcome} defaultEditorToolsVisibility="variables">
      <GraphiQL.Logo>
        <span className="slotq-mark">
          SlotQ
          {session.authorization === null ? (
            <SignedIn />
          ) : (
            <span className="slotq-session">
              signed in by link{" "}
              <button type="button" className="slotq-forget" onClick={session.forget}>
                forget it
              </button>
            </span>
          )}
        </span>
      </GraphiQL.Logo>
    </GraphiQL>
  );
}

createRoot(document.getElementById("graphiql")!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
