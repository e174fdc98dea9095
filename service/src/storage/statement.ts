// Builds a query with the query builder once and reuses it.
//
// The builder needs longer to build a small query than the server needs to answer it. Values that differ between calls
// are passed by name.

import type { CompiledQuery } from "kysely";
import type { Database } from "./database.ts";

interface Compilable<Row> {
  compile(): CompiledQuery<Row>;
}

/** The placeholder of a value. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

type Values = Readonly<Record<string, unknown>>;

const places = new Proxy<Values>({}, { get: (_, name) => new Placeholder(String(name)) });

/** `build` must only pass the values on: it runs once and never sees real values. */
export function statement<Given extends object, Row>(
  build: (database: Database, values: Given) => Compilable<Row>,
): (database: Database, values: Given) => Promise<Row[]> {
  let built: CompiledQuery<Row> | undefined;
  return async (database, values) => {
    built ??= build(database, places as Given).compile();
    const parameters = built.parameters.map((value) =>
      value instanceof Placeholder ? (values as Values)[value.name] : value,
    );
    const { rows } = await database.executeQuery<Row>({ ...built, parameters });
    return rows;
  };
}
