// The hook that git runs before a push changes anything: what it refuses leaves nothing behind.
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { RefRule } from './git.access.ts';

/** What one transaction and one key of the database take. */
const refsMax = 5000;
const nameMax = 250;

/** Reads refs from standard input, and rules from TEPAL_GIT_RULES: lines `<pattern> <may write> <may rewind>`, first match counts. */
const script = `#!/bin/sh
set -f
count=0
refused=0
refuse() {
  echo "$1: $2" >&2
  refused=1
}
while read -r old new ref; do
  count=$((count + 1))
  if [ "$count" -gt ${refsMax} ]; then
    refuse "$ref" "at most ${refsMax} branches and tags can be pushed at once; push them in parts"
    break
  fi
  if [ "\${#ref}" -gt ${nameMax} ]; then
    refuse "$ref" "its name is longer than ${nameMax} characters"
    continue
  fi
  case "$ref" in
    refs/heads/*|refs/tags/*|refs/notes/*) ;;
    *) refuse "$ref" "only branches, tags and notes can be pushed here"; continue ;;
  esac
  write=0
  rewind=0
  while read -r pattern may_write may_rewind; do
    case "$ref" in
      $pattern) write=$may_write; rewind=$may_rewind; break ;;
    esac
  done <<END
$TEPAL_GIT_RULES
END
  if [ "$write" != 1 ]; then
    refuse "$ref" "you may not write to it"
    continue
  fi
  case "$old" in *[!0]*) ;; *) continue ;; esac
  [ "$rewind" = 1 ] && continue
  case "$new" in *[!0]*) ;; *) refuse "$ref" "you may not delete it"; continue ;; esac
  case "$ref" in
    refs/tags/*) refuse "$ref" "you may not move a tag" ;;
    *) git merge-base --is-ancestor "$old" "$new" </dev/null ||
        refuse "$ref" "you may not rewind it: fetch, and merge or rebase what is there, then push again" ;;
  esac
done
exit $refused
`;

/** Writes the hook where git is told to look for it; the same in all processes. */
export async function installHook(folder: string): Promise<void> {
  const hooks = join(folder, 'hooks');
  const file = join(hooks, 'pre-receive');
  if ((await readIfThere(file)) === script) return;
  await mkdir(hooks, { recursive: true, mode: 0o700 });
  const fresh = join(hooks, `.${randomUUID()}`);
  await writeFile(fresh, script);
  await chmod(fresh, 0o700);
  await rename(fresh, file);
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** The rules in the form that the hook reads. */
export const writeRules = (rules: readonly RefRule[]): Record<string, string> => ({
  TEPAL_GIT_RULES: rules
    .map(({ pattern, mayWrite, mayRewind }) => `${pattern} ${Number(mayWrite)} ${Number(mayRewind)}`)
    .join('\n'),
});
