// Removes every object of an owner: those that rows name and those found in the store.

import { type ObjectOwner, ownerPrefix } from "./object-keys.ts";
import type { ObjectStore } from "./object-store.ts";

export async function removeObjects(
  owner: ObjectOwner,
  { store, known = [] }: { readonly store: ObjectStore; readonly known?: readonly string[] },
): Promise<void> {
  const keys = new Set(known);
  for await (const key of store.list(ownerPrefix(owner))) keys.add(key);
  if (keys.size > 0) await store.delete([...keys]);
}
