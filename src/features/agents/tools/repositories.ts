// Tools that read files and commits.
import { Type } from 'typebox';
import { unprocessable } from '../../../platform/errors.ts';
import { decodeText } from '../../../platform/texts/text-encoding.ts';
import { Closed } from '../../../platform/http/index.ts';
import { listOf, memberOf, pick } from '../records.ts';
import { defineTool, Id, page, pageQuery, showPage } from '../tool.ts';
import { slim } from '../shown-answer.ts';

const repositoryId = { repository_id: Id('From list_repositories.') };
const Ref = Type.String({ minLength: 1, maxLength: 250, description: 'A branch, a tag or the hash of a commit.' });
const pathMaxLength = 4096;

const listRepositories = defineTool({
  name: 'list_repositories',
  title: 'List repositories',
  description: 'Git repositories of a project that the person may read, with their default branches.',
  input: Closed({ project_id: Id('The project.'), ...page }),
  async run(ask, { project_id: id, ...at }) {
    const answer = await ask({
      method: 'GET',
      url: '/projects/:id/git',
      params: { id: String(id) },
      query: pageQuery(at),
    });
    const keys = ['id', 'name', 'path', 'description', 'default_branch', 'last_update_date'];
    const shown = listOf(answer.value, 'repositories').map((one) => slim(pick(one, keys)));
    return showPage(answer, shown, at);
  },
});

const listBranches = defineTool({
  name: 'list_branches',
  title: 'List branches',
  description: 'Branches of a Git repository, each with its last commit.',
  input: Closed({ ...repositoryId, ...page }),
  async run(ask, { repository_id: id, ...at }) {
    const answer = await ask({
      method: 'GET',
      url: '/git/:id/branches',
      params: { id: String(id) },
      query: pageQuery(at),
    });
    return showPage(answer, listOf(slim(answer.value)), at);
  },
});

const readCommit = defineTool({
  name: 'read_commit',
  title: 'Read a commit',
  description: 'Who made a commit, when, and what its message says.',
  input: Closed({ ...repositoryId, ref: Ref }),
  run: async (ask, { repository_id: id, ref }) =>
    slim(
      (
        await ask({
          method: 'GET',
          url: '/git/:id/commits/:commit_reference',
          params: { id: String(id), commit_reference: ref },
        })
      ).value,
    ),
});

const listFiles = defineTool({
  name: 'list_files',
  title: 'List files',
  description: 'What a folder of a Git repository holds.',
  input: Closed({
    ...repositoryId,
    ref: Ref,
    path: Type.String({ default: '', maxLength: pathMaxLength, description: 'Empty: the root.' }),
    ...page,
  }),
  async run(ask, { repository_id: id, ref, path, ...at }) {
    const query = { ref, path, ...pageQuery(at) };
    const answer = await ask({ method: 'GET', url: '/git/:id/tree', params: { id: String(id) }, query });
    const shown = listOf(answer.value).map((one) => pick(one, ['path', 'type', 'mode']));
    return showPage(answer, shown, at);
  },
});

/** Lines of a file that one call may ask for; where they are long, it is given fewer. */
const linesMax = 1000;

/** Of the lines that are given together, so that none but a very long one is cut. */
const textMaxLength = 18_000;

/** How many of the lines fit, at least one. */
function countFitting(lines: readonly string[]): number {
  let length = 0;
  const first = lines.findIndex((line) => (length += line.length + 1) > textMaxLength);
  return first === -1 ? lines.length : Math.max(1, first);
}

const readFile = defineTool({
  name: 'read_file',
  title: 'Read a file',
  description: 'Lines of a text file of a Git repository.',
  input: Closed({
    ...repositoryId,
    ref: Ref,
    path: Type.String({ minLength: 1, maxLength: pathMaxLength }),
    from_line: Type.Integer({ default: 1, minimum: 1 }),
    lines: Type.Integer({ default: 200, minimum: 1, maximum: linesMax }),
  }),
  async run(ask, { repository_id: id, ref, path, from_line: from, lines: count }) {
    const query = { ref, path_to_file: path };
    const { value } = await ask({ method: 'GET', url: '/git/:id/files', params: { id: String(id) }, query });
    const bytes = Buffer.from(String(memberOf(value, 'content')), 'base64');
    const { value: repository } = await ask({ method: 'GET', url: '/git/:id', params: { id: String(id) }, query: {} });
    const encoding = memberOf(repository, 'text_encoding');
    const isNamed = typeof encoding === 'string' && encoding !== '';
    const text = decodeText(bytes, isNamed ? { otherwise: encoding } : {});
    if (text === undefined) throw unprocessable('this is not a text file');
    const all = text.split('\n');
    const wanted = all.slice(from - 1, from - 1 + count);
    const last = from - 1 + countFitting(wanted);
    return {
      path,
      lines_in_all: all.length,
      from_line: from,
      text: all.slice(from - 1, last).join('\n'),
      ...(last < all.length ? { next_line: last + 1 } : {}),
    };
  },
});

export const repositoryTools = [listRepositories, listBranches, readCommit, listFiles, readFile];
