import { setNonce } from "get-nonce";
import { GraphiQL } from "graphiql";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "graphiql/style.css";
import { createFetcher } from "./fetcher";
import "./page.css";
import { openSession } from "./session";
import { welcome } from "./welcome";

// GraphiQL's dialogs add a <style> element; the page's Content-Security-Policy wants its nonce on it.
const nonce = document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;
if (nonce) setNonce(nonce);

const session = openSession();
const fetcher = createFetcher(session.authorization);

function App() {
  return (
    <GraphiQL fetcher={fetcher} defaultQuery={welcome} defaultEditorToolsVisibility="variables">
      <GraphiQL.Logo>
        <span className="slotq-mark">
          SlotQ
          {session.authorization === null ? (
            <span className="slotq-session">not signed in</span>
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
