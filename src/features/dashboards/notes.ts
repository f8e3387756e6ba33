// Notes on dashboards as HTML; on those of projects, references are links.
import { renderAll } from '../../platform/markup/index.ts';
import type { MarkupRenderer, MarkupText } from '../../platform/markup/index.ts';
import type { Viewer } from '../projects/index.ts';
import { richTexts } from '../trackers/index.ts';
import type { Trackers } from '../trackers/index.ts';
import { listWidgets, readContent } from './dashboard-content.ts';
import type { DashboardRow } from './dashboards.store.ts';

/** By the id of their widget. Throws unavailable where very many texts wait to be rendered. */
export async function renderNotes(
  { trackers, markup }: { trackers: Trackers; markup: MarkupRenderer },
  viewer: Viewer,
  row: DashboardRow,
): Promise<ReadonlyMap<number, string>> {
  const notes = listWidgets(readContent(row)).flatMap(({ id, settings: { content } }) =>
    content === undefined ? [] : [{ id, text: { content, format: 'commonmark' } satisfies MarkupText }],
  );
  if (notes.length === 0) return new Map();
  const rendered = await renderAll(
    markup,
    notes.map(({ text }) => text),
  );
  const { project_id: projectId } = row;
  if (projectId === null) return new Map(notes.map(({ id, text }) => [id, rendered.html(text)]));
  const find = await trackers.findReferences(viewer, projectId);
  return new Map(
    notes.map(({ id, text }) => {
      const { post_processed_value: linked = '' } = richTexts.viewText(text, rendered.html(text), 'value', find);
      return [id, linked];
    }),
  );
}
