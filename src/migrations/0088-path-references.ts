// References by a path, such as `git #web/1f2e3d4`, in texts that are there, and an index to find what names something.
import type { Migration, MigrationWriter } from '../platform/database/index.ts';

export const pathReferences: Migration = {
  number: 88,
  name: 'path-references',
  async up(tx) {
    for (const table of ['artifact_references', 'commit_references', 'pull_request_references'])
      await tx.schema.createIndex(`${table}_named`).on(table).columns(['target_id', 'keyword']).execute();
    await fillFromFields(tx);
    await fillFromComments(tx);
    await fillFromCommits(tx);
    await fillFromPullRequests(tx);
  },
};

const rowsAtOnce = 500;
const referencesMax = 500;

const pathPattern =
  /\b[a-z]{2,10}:\/\/\S+|\b(git|svn|rev|revision)[ \u00A0]?#([\w.-]{1,100}(?:\/[\w.-]{1,100}){1,20})|\b\w+[ \u00A0]?#\d{1,15}\b/gi;
const numberPattern = /\b[a-z]{2,10}:\/\/\S+|\b(\w+)[ \u00A0]?#(\d{1,15})\b/gi;
const gitPath = /^[\w.-]+(?:\/[\w.-]+)*\/[0-9a-f]{7,64}$/;
const svnPath = /^[\w.-]+\/\d{1,10}$/;

/** Of the first 500 references of a text those by a path, which come after the others. */
function listPaths(content: string, isHtml: boolean): { keyword: string; target_id: number }[] {
  if (!/#[\w.-]+\//.test(content)) return [];
  const plain = isHtml ? content.replace(/<[^<>]*>/g, ' ').replaceAll('&nbsp;', ' ') : content;
  const numbered = new Set(
    [...plain.matchAll(numberPattern)].flatMap(({ 1: keyword, 2: number }) =>
      keyword === undefined ? [] : [`${keyword.toLowerCase()} ${Number(number)}`],
    ),
  );
  const keywords = new Set<string>();
  for (const { 1: keyword, 2: path } of plain.matchAll(pathPattern)) {
    if (keyword === undefined || path === undefined) continue;
    const value = path.replace(/[.-]+$/, '');
    const word = keyword.toLowerCase();
    if ((word === 'git' ? gitPath : svnPath).test(value)) keywords.add(`${word} #${value}`);
  }
  return [...keywords]
    .slice(0, Math.max(0, referencesMax - numbered.size))
    .map((keyword) => ({ keyword, target_id: 0 }));
}

async function insertAll(tx: MigrationWriter, table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  for (let start = 0; start < rows.length; start += 100)
    await tx
      .insertInto(table)
      .values(rows.slice(start, start + 100))
      .execute();
}

interface Text {
  content: string;
  isHtml: boolean;
}

/** A stored value: a text, an object of `content` and `format`, or a list of steps. */
function readTexts(value: unknown): Text[] {
  if (typeof value === 'string') return [{ content: value, isHtml: false }];
  if (Array.isArray(value)) return value.flatMap(readStep);
  if (typeof value !== 'object' || value === null || !('content' in value) || !('format' in value)) return [];
  return [{ content: String(value.content), isHtml: value.format === 'html' }];
}

function readStep(step: unknown): Text[] {
  const parts = new Map<string, unknown>(Object.entries(typeof step === 'object' && step !== null ? step : {}));
  return ['description', 'expectedResults'].map((name) => {
    const content = parts.get(name);
    return { content: typeof content === 'string' ? content : '', isHtml: parts.get(`${name}Format`) === 'html' };
  });
}

/** References of all texts of a value, each once. */
const listPathsOf = (value: unknown): { keyword: string; target_id: number }[] => [
  ...new Map(
    readTexts(value)
      .flatMap(({ content, isHtml }) => listPaths(content, isHtml))
      .map((reference) => [reference.keyword, reference]),
  ).values(),
];

async function fillFromFields(tx: MigrationWriter): Promise<void> {
  const types = ['string', 'text', 'ttmstepdef'];
  const fields = await tx.selectFrom('tracker_fields').select('id').where('type', 'in', types).execute();
  const texts = new Set(fields.map(({ id }) => Number(id)));
  for (let afterId = 0; ;) {
    const rows = await tx
      .selectFrom('artifacts')
      .select(['id', 'values_json'])
      .where('id', '>', afterId)
      .where('values_json', 'like', '%#%/%')
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute();
    const found = rows.flatMap((row) => {
      const values: unknown = JSON.parse(String(row['values_json']));
      return Object.entries(values ?? {})
        .filter(([fieldId]) => texts.has(Number(fieldId)))
        .flatMap(([fieldId, value]) =>
          listPathsOf(value).map((reference) => ({
            source_id: row['id'],
            field_id: Number(fieldId),
            changeset_id: 0,
            ...reference,
          })),
        );
    });
    await insertAll(tx, 'artifact_references', found);
    const last = rows.at(-1);
    if (last === undefined) return;
    afterId = Number(last['id']);
  }
}

/** The newest version of a comment counts. */
async function fillFromComments(tx: MigrationWriter): Promise<void> {
  for (let afterId = 0; ;) {
    const rows = await tx
      .selectFrom('comments')
      .innerJoin('changesets', 'changesets.id', 'comments.changeset_id')
      .select(['comments.id', 'comments.changeset_id', 'comments.body', 'comments.format', 'changesets.artifact_id'])
      .where('comments.id', '>', afterId)
      .where('comments.body', 'like', '%#%/%')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('comments as newer')
              .select('newer.id')
              .whereRef('newer.changeset_id', '=', 'comments.changeset_id')
              .whereRef('newer.id', '>', 'comments.id'),
          ),
        ),
      )
      .orderBy('comments.id')
      .limit(rowsAtOnce)
      .execute();
    const found = rows.flatMap((row) =>
      listPaths(String(row['body']), row['format'] === 'html').map((reference) => ({
        source_id: row['artifact_id'],
        field_id: 0,
        changeset_id: row['changeset_id'],
        ...reference,
      })),
    );
    await insertAll(tx, 'artifact_references', found);
    const last = rows.at(-1);
    if (last === undefined) return;
    afterId = Number(last['id']);
  }
}

async function fillFromCommits(tx: MigrationWriter): Promise<void> {
  for (let afterId = 0; ;) {
    const rows = await tx
      .selectFrom('commits')
      .select(['id', 'message'])
      .where('id', '>', afterId)
      .where('message', 'like', '%#%/%')
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute();
    const found = rows.flatMap((row) =>
      listPaths(String(row['message']), false).map((reference) => ({ commit_id: row['id'], ...reference })),
    );
    await insertAll(tx, 'commit_references', found);
    const last = rows.at(-1);
    if (last === undefined) return;
    afterId = Number(last['id']);
  }
}

async function fillFromPullRequests(tx: MigrationWriter): Promise<void> {
  const rows = await tx.selectFrom('pull_requests').select(['id', 'title', 'description']).execute();
  const found = rows.flatMap((row) =>
    listPaths(`${String(row['title'])}\n${String(row['description'])}`, false).map((reference) => ({
      pull_request_id: row['id'],
      ...reference,
    })),
  );
  await insertAll(tx, 'pull_request_references', found);
}
