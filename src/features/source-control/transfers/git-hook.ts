// The hook that git runs before a push changes anything: what it refuses leaves nothing behind. It has the last word from us.
import { access, chmod, constants, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { unavailable } from '../../../platform/errors.ts';
import type { AbsolutePath } from '../../../platform/files/absolute-path.ts';
import { hasCode } from '../../../platform/files/durable-files.ts';
import type { RefRule } from '../repositories/git.access.ts';

/** Refs of one push, as many as one transaction takes; a push of more is refused. */
const refsMax = 5000;
/** Characters of a ref's name, as many as a key of the database takes; a push with a longer one is refused. */
const nameMax = 250;
/** Of `git push -o`, which events keep. */
const optionsMax = 20;
/** Characters of one push option; a push with a longer one is refused. */
const optionMax = 1000;

/**
 * Reads refs from standard input, and rules from TEPAL_GIT_RULES: lines `<pattern> <may write> <may rewind> <may delete>`, first match counts.
 * Where all is well it tells by descriptor 3 the options of the push and the folder of what has come, asks whether the rules still hold, and is told `go`, or `no` and why.
 */
const script = `#!/bin/sh
set -f
count=0
refused=0
refuse() {
  echo "$1: $2" >&2
  refused=1
}
confuses() {
  case "$1" in
    refs/tags/HEAD|refs/tags/refs/*) return 0 ;;
    refs/heads/refs/*|refs/heads/heads/*|refs/heads/tags/*|refs/heads/remotes/*) return 0 ;;
    refs/heads/*)
      name=\${1#refs/heads/}
      case "$name" in */*) return 1 ;; HEAD|*_HEAD) return 0 ;; esac
      case "\${#name}" in 40|64) ;; *) return 1 ;; esac
      case "$name" in *[!0-9a-fA-F]*) return 1 ;; esac
      return 0 ;;
  esac
  return 1
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
  delete=0
  while read -r pattern may_write may_rewind may_delete; do
    case "$ref" in
      $pattern) write=$may_write; rewind=$may_rewind; delete=$may_delete; break ;;
    esac
  done <<END
$TEPAL_GIT_RULES
END
  if [ "$write" != 1 ]; then
    refuse "$ref" "you don't have permission to push to it"
    continue
  fi
  case "$old" in
    *[!0]*) ;;
    *)
      confuses "$ref" && refuse "$ref" "git reserves such a name; choose another one"
      continue ;;
  esac
  case "$new" in
    *[!0]*) ;;
    *)
      [ "$delete" = 1 ] || refuse "$ref" "you don't have permission to delete it"
      continue ;;
  esac
  [ "$rewind" = 1 ] && continue
  case "$ref" in
    refs/tags/*) refuse "$ref" "you don't have permission to move tags" ;;
    *) git merge-base --is-ancestor "$old" "$new" </dev/null ||
        refuse "$ref" "you don't have permission to rewind it: fetch, merge or rebase, then push again" ;;
  esac
done
options=\${GIT_PUSH_OPTION_COUNT:-0}
newline='
'
if [ "$options" -gt ${optionsMax} ]; then
  refuse "push options" "at most ${optionsMax} can be sent"
  options=0
fi
index=0
while [ "$index" -lt "$options" ]; do
  eval "option=\\$GIT_PUSH_OPTION_$index"
  [ "\${#option}" -le ${optionMax} ] || refuse "push options" "one is longer than ${optionMax} characters"
  case "$option" in *"$newline"*) refuse "push options" "one has a line break" ;; esac
  [ "$refused" = 0 ] && printf 'option %s\\n' "$option" >&3
  index=$((index + 1))
done
[ "$refused" = 0 ] || exit 1
[ -z "$GIT_QUARANTINE_PATH" ] || printf 'come %s\\n' "\${GIT_QUARANTINE_PATH##*/}" >&3
echo ready >&3
if read -r word reason <&3; then
  [ "$word" = go ] && exit 0
  echo "$reason" >&2
else
  echo "the server did not say whether the push may go on; push again" >&2
fi
exit 1
`;

/**
 * Writes the hook where git is told to look for it; the same in all processes. Throws unavailable where the system would not run it:
 * git passes over such a hook, and takes every push.
 */
export async function installHook(folder: AbsolutePath): Promise<void> {
  const hooks = join(folder, 'hooks');
  const file = join(hooks, 'pre-receive');
  if ((await readIfThere(file)) === script && (await isExecutable(file))) return;
  await mkdir(hooks, { recursive: true, mode: 0o700 });
  const fresh = join(hooks, `.${randomUUID()}`);
  await writeFile(fresh, script);
  await chmod(fresh, 0o700);
  await rename(fresh, file);
  if (!(await isExecutable(file)))
    throw unavailable(
      "the server can't check pushes, so it takes none; its log tells more",
      new Error(`programs can't be run in ${hooks}; its file system may be mounted with noexec`),
    );
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return true;
  } catch (error) {
    if (hasCode(error, 'EACCES')) return false;
    throw error;
  }
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** The rules in the form that the hook reads. */
export const writeRules = (rules: readonly RefRule[]): Record<string, string> => ({
  TEPAL_GIT_RULES: rules
    .map(
      ({ pattern, mayWrite, mayRewind, mayDelete }) =>
        `${pattern} ${Number(mayWrite)} ${Number(mayRewind)} ${Number(mayDelete)}`,
    )
    .join('\n'),
});
