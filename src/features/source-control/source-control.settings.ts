// Settings of Subversion, CVS and Git; docs/git.md and docs/subversion.md explain them.
import { flag, integer, path, text } from '../../settings/declare.ts';

const OWN = 'Tepal 0.1';

export const hookSettings = {
  sys_allow_empty_svn_commit_message: flag({
    group: 'files',
    default: true,
    since: '7.2',
    live: true,
    meaning: 'Accept Subversion commits with an empty message. When off, the pre-commit hook rejects them',
  }),
  sys_cvs_convert_cp1252_to_utf8: flag({
    group: 'files',
    default: false,
    since: '7.11',
    live: true,
    meaning: 'Read commit messages from CVS hooks as Windows-1252 and convert them to UTF-8',
  }),
};

export const gitHttpSettings = {
  git_http_url: flag({
    group: 'files',
    default: true,
    since: '7.10',
    live: true,
    meaning: 'Serve Git repositories over HTTP. When off, their addresses answer 404',
  }),
};

/** The start of an address of SSH, with whom to sign in as, such as `ssh://git@forge.example.com:2222`. */
const isSshBase = (value: string): boolean =>
  /^ssh:\/\/[a-z_][\w.-]*@(?:\[[\da-f:]+\]|[\w.-]+)(?::\d{1,5})?$/i.test(value);

export const gitSshSettings = {
  git_ssh_url: text({
    group: 'files',
    default: '',
    allowed: 'empty, or the start of an address with an account, such as ssh://git@forge.example.com',
    accepts: (value) => value === '' || isSshBase(value),
    since: OWN,
    live: false,
    meaning: 'Start of the SSH address of Git repositories; people sign in with their SSH keys. Empty: no SSH access',
  }),
};

export const gitProgramSettings = {
  git_folder: path({
    group: 'files',
    default: '',
    allowed: 'empty, or an absolute path of a folder',
    since: OWN,
    live: false,
    onMachine: true,
    meaning: 'Folder of the Git repositories; several machines can share it. Empty: git in the data folder',
  }),
  git_process_limit: integer({
    group: 'files',
    default: 16,
    min: 1,
    max: 1000,
    unit: 'programs',
    since: OWN,
    live: false,
    meaning:
      'Maximum number of Git clones, fetches and pushes at the same time, half of them pushes. Four times as many wait; further ones are refused',
  }),
  git_memory_limit: integer({
    group: 'files',
    default: 1_073_741_824,
    min: 805_306_368,
    max: 1_099_511_627_776,
    unit: 'bytes',
    since: OWN,
    live: false,
    meaning:
      'Maximum memory of each Git process, without the files it only reads; half of it when a page reads a repository. Repositories with millions of objects need more',
  }),
  git_push_limit: integer({
    group: 'files',
    default: 2_147_483_648,
    min: 1024,
    max: 1_099_511_627_776,
    unit: 'bytes',
    since: OWN,
    live: true,
    meaning: 'Maximum size of one push to a Git repository',
  }),
  git_lfs_max_file_size: integer({
    group: 'files',
    default: 536_870_912,
    min: 1,
    max: 1_099_511_627_776,
    unit: 'bytes',
    since: OWN,
    live: true,
    meaning: 'Maximum size of one large file (LFS) of a Git repository',
  }),
};
