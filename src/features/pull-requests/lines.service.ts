// Comments on lines of files.
import type { Static } from 'typebox';
import type { Writer } from '../../platform/database/index.ts';
import { invalid, notFound } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { requireUser } from '../people/index.ts';
import { requireLivingProject } from '../projects/index.ts';
import type { Viewer } from '../projects/index.ts';
import { findEnds, findFor, findForTalk } from './finding.ts';
import type { Found } from './finding.ts';
import type { InlineComment } from './pull-requests.schema.ts';
import type { PullRequestNeeds } from './pull-requests.service.ts';
import * as store from './pull-requests.store.ts';
import type { InlineRow } from './pull-requests.store.ts';
import { colorOf, formatFor, prepareRewriting, requireParent, talkMax, textOf, viewInline } from './said.ts';
import type { PullRequestTalk } from './talk.ts';
import { note } from './notifications/noting.ts';
import { readWhole } from './unidiff.ts';
import type { DifferenceLine } from './unidiff.ts';

async function show(
  needs: PullRequestNeeds,
  viewer: Viewer,
  found: Found,
  row: InlineRow,
): Promise<Static<typeof InlineComment>> {
  const [shown] = await viewInline(needs, viewer, found, [row]);
  if (shown === undefined) throw notFound();
  return shown;
}

async function insert(
  { clock }: PullRequestNeeds,
  tx: Writer,
  found: Found,
  viewer: Viewer,
  {
    parent,
    ...row
  }: Omit<
    Parameters<typeof store.insertInlineComment>[1],
    'user_id' | 'at_ms' | 'edited_at_ms' | 'color' | 'parent_id'
  > & { parent: number },
): Promise<InlineRow> {
  if (parent !== 0) await store.colourThread(tx, 'pull_request_inline_comments', parent, colorOf(parent));
  const by = { user_id: requireUser(viewer).id, at_ms: clock.nowMs(), edited_at_ms: null };
  await note(tx, found, { kind: 'commented', by: by.user_id, atMs: by.at_ms });
  return store.insertInlineComment(tx, { ...row, ...by, color: '', parent_id: parent });
}

/** The first of several lines, by its number on the side of the last one; null for a single one. Throws invalid where it has none there. */
function findFirst(
  lines: readonly DifferenceLine[],
  { offset, firstOffset }: { offset: number; firstOffset: number },
): number | null {
  if (firstOffset === offset) return null;
  const [first, last] = [lines[firstOffset - 1], lines[offset - 1]];
  if (first === undefined || firstOffset > offset)
    throw invalid(says('pull.line-before')`must be a line before unidiff_offset, or the same`, 'first_unidiff_offset');
  const number = last?.newLine === undefined ? first.oldLine : first.newLine;
  if (number === undefined)
    throw invalid(
      last?.newLine === undefined
        ? says('pull.line-older')`must be a line of the older version, as that of unidiff_offset is`
        : says('pull.line-newer')`must be a line of the newer version, as that of unidiff_offset is`,
      'first_unidiff_offset',
    );
  return number;
}

export function createLineComments(needs: PullRequestNeeds): Pick<PullRequestTalk, 'commentLine' | 'reply'> {
  const { database, code } = needs;
  const db = database.read;
  return {
    async commentLine(viewer, id, { parent_id: parent, unidiff_offset: offset, file_path: path, position, ...text }) {
      const found = await findForTalk(db, code, viewer, id);
      requireLivingProject(found.repository.project);
      const ends = await findEnds(code, found);
      const { lines, leftOut } = await readWhole(code, found.repository, ends, path);
      const line = lines[offset - 1];
      if (line === undefined)
        throw invalid(
          leftOut === undefined
            ? says('pull.line')`must be a line of the diff, 1 to ${lines.length}`
            : says('pull.no-lines')`has no lines to comment on`,
          'unidiff_offset',
        );
      const format = await formatFor(db, requireUser(viewer).id, text.format);
      const first = findFirst(lines, { offset, firstOffset: text.first_unidiff_offset ?? offset });
      const row = await database.transact(async (tx) => {
        const now = await findFor(tx, code, viewer, id);
        if ((parent ?? 0) !== 0) requireParent(await store.findInlineComment(tx, parent ?? 0), id);
        return insert(needs, tx, now, viewer, {
          pull_request_id: id,
          parent: parent ?? 0,
          content: textOf(text.content),
          format,
          file_path: path,
          position,
          unidiff_offset: offset,
          base_hash: ends.from,
          head_hash: ends.to,
          old_line: line.oldLine ?? null,
          new_line: line.newLine ?? null,
          first_line: first,
        });
      });
      return show(needs, viewer, found, row);
    },
    async reply(viewer, id, { content, format }) {
      requireUser(viewer);
      const root = await store.findInlineComment(db, id);
      if (root === undefined) throw notFound(says('pull.no-comment')`this comment does not exist`);
      const found = await findForTalk(db, code, viewer, root.pull_request_id);
      requireLivingProject(found.repository.project);
      requireParent(root, root.pull_request_id);
      const {
        id: _id,
        parent_id: _parent,
        user_id: _user,
        at_ms: _at,
        edited_at_ms: _edited,
        color: _color,
        applied_number: _number,
        applied_hash: _hash,
        resolved_by: _by,
        resolved_at_ms: _resolved,
        ...place
      } = root;
      const row = await database.transact(async (tx) => {
        const now = await findFor(tx, code, viewer, root.pull_request_id);
        return insert(needs, tx, now, viewer, { ...place, parent: root.id, content: textOf(content), format });
      });
      return show(needs, viewer, found, row);
    },
  };
}

export function createLineReading(needs: PullRequestNeeds): Pick<PullRequestTalk, 'rewriteInline' | 'showFile'> {
  const { database, code } = needs;
  const db = database.read;
  return {
    async rewriteInline(viewer, id, content) {
      const row = await store.findInlineComment(db, id);
      const { found, change } = await prepareRewriting(needs, viewer, row, content);
      await database.transact(async (tx) => store.rewrite(tx, 'pull_request_inline_comments', id, change));
      const changed = await store.findInlineComment(db, id);
      if (changed === undefined) throw notFound();
      return show(needs, viewer, found, changed);
    },
    async showFile(viewer, id, path) {
      const found = await findFor(db, code, viewer, id);
      const { lines, leftOut } = await readWhole(code, found.repository, await findEnds(code, found), path);
      const rows = (await store.listInlineComments(db, id, talkMax)).filter((row) => row.file_path === path);
      return {
        lines: lines.map((line, index) => ({
          unidiff_offset: index + 1,
          old_offset: line.oldLine ?? null,
          new_offset: line.newLine ?? null,
          content: line.text,
        })),
        inline_comments: await viewInline(needs, viewer, found, rows),
        mime_type: leftOut === 'binary' ? 'application/octet-stream' : 'text/plain',
        charset: leftOut === 'binary' ? 'binary' : 'utf-8',
        special_format: leftOut === 'binary' ? 'binary' : leftOut === 'large' ? 'too-large' : '',
      };
    },
  };
}
