// Serves the simplest possible read: a Fastify route that reads the same row by its key.
//
// `bare-route-child.ts URL` prints its address.

import fastify from "fastify";
import { Pool } from "pg";

const pool = new Pool({ connectionString: process.argv[2], max: 10 });
const app = fastify();
app.get("/v1/compare/:id", async (request) => {
  const { id } = request.params as { readonly id: string };
  const { rows } = await pool.query({
    name: "read",
    text: "select * from comparisons where comparison_id = $1",
    values: [id],
  });
  return rows[0];
});
console.log(await app.listen({ host: "127.0.0.1", port: 0 }));
