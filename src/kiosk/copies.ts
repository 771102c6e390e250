import type { Library } from '../catalog/library.js';
import type { Holding } from '../catalog/title.js';

/** Copies that a reader finds at one branch in one place. */
export interface Copies {
  readonly branch: { readonly id: string; readonly name: string };
  readonly status: string;
  readonly callNumber: string | undefined;
  readonly collection: string | undefined;
  readonly count: number;
}

/**
 * The copies of a title, nearest first: those of the kiosk's own branch, then by the library's order
 * of branches, then those of branches that it does not name. Equal ones are counted together.
 *
 * @param ownBranch the id of the branch that the kiosk stands in
 */
export function copiesOf(
  holdings: readonly Holding[] | undefined,
  library: Library,
  ownBranch: string | undefined,
): Copies[] {
  const branches = library.branches ?? [];
  const places = new Map(branches.map(({ id }, i) => [id, id === ownBranch ? -1 : i]));
  const together = new Map<string, Copies>();
  for (const { branch: id, status, call_number, collection } of holdings ?? []) {
    const key = JSON.stringify([id, status, call_number, collection]);
    const name = branches.find((branch) => branch.id === id)?.name ?? id;
    together.set(key, {
      branch: { id, name },
      status,
      callNumber: call_number || undefined,
      collection: collection || undefined,
      count: (together.get(key)?.count ?? 0) + 1,
    });
  }
  const place = ({ branch }: Copies) => places.get(branch.id) ?? branches.length;
  return [...together.values()].sort((a, b) => place(a) - place(b));
}
