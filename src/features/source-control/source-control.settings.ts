// Settings of Subversion, CVS and Git; docs/git.md and docs/subversion.md explain them.
import { flag, integer, path, text } from '../../settings/declare.ts';

const OWN = 'Tepal 0.1';

export const hookSettings = {
  sys_allow_empty_svn_commit_message: flag({
    group: 'files',
    default: true,
    since: '7.2',
    live: true,
    meaning: 'With 0 the pre-commit hook of Subversion refuses commits whose message is empty or blank',
  }),
  sys_cvs_convert_cp1252_to_utf8: flag({
    group: 'files',
    default: false,
    since: '7.11',
    live: true,
    meaning: 'With 1 messages that arrive from CVS hooks are taken for Windows-1252 and converted to UTF-8',
  }),
};

export const gitHttpSettings = {
  git_http_url: flag({
    group: 'files',
    default: true,
    since: '7.10',
    live: true,
    meaning: 'With 1 Git repositories are cloned, fetched and pushed over HTTP; with 0 their addresses answer 404',
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
    meaning: 'Where Git repositories are reached over SSH by keys of accounts; empty means nowhere',
  }),
};

export const gitProgramSettings = {
  git_folder: path({
    group: 'files',
    default: '',
    allowed: 'empty, or an absolute path of a folder',
    since: OWN,
    live: false,
    meaning: 'Folder of the Git repositories, which several machines may share; empty means git in the data folder',
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
      'Clones, fetches and pushes of Git that run at the same time, half of them pushes; of further ones four times as many wait',
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
      'Memory of each program of Git, beside files that it only reads; half of it where a page reads a repository. Repositories of some million objects need more',
  }),
  git_push_limit: integer({
    group: 'files',
    default: 2_147_483_648,
    min: 1024,
    max: 1_099_511_627_776,
    unit: 'bytes',
    since: OWN,
    live: true,
    meaning: 'Most that one push to a Git repository may bring; larger ones are refused',
  }),
  git_lfs_max_file_size: integer({
    group: 'files',
    default: 536_870_912,
    min: 1,
    max: 1_099_511_627_776,
    unit: 'bytes',
    since: OWN,
    live: true,
    meaning: 'Most that one large file of a Git repository (LFS) may have; larger ones are refused',
  }),
};
