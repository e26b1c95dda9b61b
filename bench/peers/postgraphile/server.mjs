// The peer: PostGraphile 5 over the house of tables.sql, as its documentation sets it up for production: the library in a Node
// server, no GraphiQL, no watching, and a worker a core, which share the port. The primary prints the address when all listen.
import cluster from "node:cluster";
import { createServer } from "node:http";
import { postgraphile } from "postgraphile";
import { makePgService } from "postgraphile/adaptors/pg";
import { grafserv } from "postgraphile/grafserv/node";
import { PostGraphileAmberPreset } from "postgraphile/presets/amber";

const workers = Number(process.env.WORKERS), connections = Number(process.env.CONNECTIONS);

if (cluster.isPrimary) {
  let listening = 0;
  cluster.on("listening", (_, { port }) => {
    if (++listening === workers) console.log(`127.0.0.1:${port}`);
  });
  cluster.on("exit", () => process.exit(1)); // one that ends is no fair peer any more
  process.on("SIGTERM", () => process.exit(0)); // the workers see the channel close, and end as well
  for (let n = 0; n < workers; n++) cluster.fork();
} else {
  process.on("disconnect", () => process.exit(0));
  const service = makePgService({ connectionString: process.env.DATABASE_URL, schemas: ["house"], poolConfig: { max: Math.ceil(connections / workers) } });
  const pgl = postgraphile({
    extends: [PostGraphileAmberPreset],
    pgServices: [service],
    grafserv: { graphqlPath: "/graphql", graphiql: false, watch: false, websockets: false },
  });
  const server = createServer();
  server.keepAliveTimeout = 120_000; // clients wait while the others have their round; Node would hang up after five seconds
  await pgl.createServ(grafserv).addTo(server);
  await pgl.getSchema();
  server.listen(0, "127.0.0.1");
}
