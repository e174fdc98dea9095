// A query that is written with the query builder, and built once: the builder takes longer to put a small query together
// than the server takes to answer it. What differs from call to call goes in by name.

import type { CompiledQuery } from "kysely";
import type { Database } from "./database.ts";

interface Compilable<Row> {
  compile(): CompiledQuery<Row>;
}

/** Stands where a value will be. */
class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

type Values = Readonly<Record<string, unknown>>;

const places = new Proxy<Values>({}, { get: (_, name) => new Place(String(name)) });

/** `build` may only hand the values on: it never sees real ones, and is asked once. */
export function statement<Given extends object, Row>(
  build: (database: Database, values: Given) => Compilable<Row>,
): (database: Database, values: Given) => Promise<Row[]> {
  let built: CompiledQuery<Row> | undefined;
  return async (database, values) => {
    built ??= build(database, places as Given).compile();
    const parameters = built.parameters.map((value) =>
      value instanceof Place ? (values as Values)[value.name] : value,
    );
    const { rows } = await database.executeQuery<Row>({ ...built, parameters });
    return rows;
  };
}
