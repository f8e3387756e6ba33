// Texts as they would be shown, before they are saved.
import { Type } from 'typebox';
import type { MarkupRenderer } from '../../../platform/markup/index.ts';
import { IdParams, routesFor } from '../../../platform/http/index.ts';
import type { Route } from '../../../platform/http/index.ts';
import type { Viewer } from '../../projects/index.ts';
import { richTexts } from '../../trackers/index.ts';
import type { Trackers } from '../../trackers/index.ts';

/** Bytes of one request's body; more are answered 413. */
const textMaxBytes = 262_144;

interface Deps {
  trackers: Trackers;
  markup: MarkupRenderer;
}

export const previewRoute = ({ trackers, markup }: Deps): Route<Viewer> =>
  routesFor<Viewer>()({
    method: 'POST',
    url: '/projects/:id/markup_preview',
    access: 'signed-in',
    kind: 'action',
    tag: 'Projects',
    summary: 'Preview a text as a project would show it, with links for references; nothing is saved',
    params: IdParams,
    body: Type.Object({
      text: Type.String(),
      format: Type.Enum(['commonmark', 'html', 'text'] as const),
    }),
    bodyMaxBytes: textMaxBytes,
    responses: { 200: Type.Object({ html: Type.String() }) },
    async handler({ viewer, params, body }) {
      const find = await trackers.findReferences(viewer, params.id);
      const text = { content: body.text, format: body.format };
      const rendered = markup.renderAtOnce(text);
      const html = typeof rendered === 'string' ? rendered : (rendered.cached ?? (await markup.renderApart(rendered)));
      const { post_processed_value: linked = '' } = richTexts.viewText(text, html, 'value', find);
      return { body: { html: linked } };
    },
  });
