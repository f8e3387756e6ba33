// What types of links are called that every site has, which answers name in English; others are called as answers do.
const builtIn = {
  _is_child: { forward: 'child', reverse: 'parent' },
  _covered_by: { forward: 'coveredBy', reverse: 'covers' },
} as const;

type Types = typeof builtIn;
type BuiltIn = Types[keyof Types]['forward' | 'reverse'];

let nameOf: ((name: BuiltIn) => string) | undefined;

/** Has them called so; until then they are called as answers do. */
export function setLinkTypeNames(next: typeof nameOf): void {
  nameOf = next;
}

const isBuiltIn = (type: string): type is keyof Types => Object.hasOwn(builtIn, type);

/** What one end of a link calls the other: forward, those that it links to. */
export const nameLinkType = (type: string, direction: 'forward' | 'reverse', label: string): string =>
  (isBuiltIn(type) ? nameOf?.(builtIn[type][direction]) : undefined) ?? label;
