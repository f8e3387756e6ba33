// Which artifacts the name of a branch says that it is about. Pure.
import { writtenReferences } from '../../trackers/index.ts';
import type { TextReference } from '../../trackers/index.ts';

const perBranch = 10;

/**
 * Names say it as `story-17`, at their beginning or after `/` or `-`; `#` would be a burden in shells. The first ten, each once, with
 * keywords in lower case. Whether a keyword means artifacts is not asked.
 */
export function listBranchReferences(branch: string): TextReference[] {
  const found = branch.matchAll(/(?:^|[/-])([A-Za-z][A-Za-z0-9_]*)-(\d{1,9})(?![0-9A-Za-z])/g);
  return writtenReferences
    .uniteReferences([...found].map(([, keyword = '', id]) => ({ keyword, id: Number(id) })))
    .slice(0, perBranch);
}

/** A name for a branch about an artifact, such as `story-17-greet-by-name`. */
export function nameBranch(itemName: string, id: number, title: string): string {
  const plain = title.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const words = plain.split(/[^a-z0-9]+/).filter((word) => word !== '');
  let name = `${itemName.toLowerCase()}-${id}`;
  for (const word of words) {
    if (name.length + word.length >= 60) break;
    name += `-${word}`;
  }
  return name;
}
