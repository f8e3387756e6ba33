// What groups are called that every project has, which answers name in English; others are called as people called them.
import { textIn } from '../parse-unknown.ts';

/** By the number that ends their ids. */
const builtIn = {
  '1': 'anonymous',
  '2': 'registered',
  '3': 'members',
  '4': 'admins',
  '5': 'authenticated',
  '11': 'files',
  '14': 'wiki',
  '100': 'nobody',
} as const;

type BuiltIn = keyof typeof builtIn;

let nameOf: ((group: (typeof builtIn)[BuiltIn]) => string) | undefined;

/** Has them called so; until then they are called as answers do. */
export function setGroupNames(next: typeof nameOf): void {
  nameOf = next;
}

const isBuiltIn = (number: string): number is BuiltIn => Object.hasOwn(builtIn, number);

/** `id` as answers have it: `2`, `101_3`, or the number of a group that a project made. */
export function nameGroup({ id, label }: { id: string; label: string }): string {
  const [, number = ''] = /^(?:\d+_)?(\d+)$/.exec(id) ?? [];
  return (isBuiltIn(number) ? nameOf?.(builtIn[number]) : undefined) ?? label;
}

/** The name of a group in an answer; undefined for what is none. */
export function groupNameIn(value: unknown): string | undefined {
  const [id, label] = [textIn(value, 'id'), textIn(value, 'label')];
  const isGroup = textIn(value, 'uri')?.startsWith('user_groups/') === true;
  return isGroup && id !== undefined && label !== undefined ? nameGroup({ id, label }) : undefined;
}
