// HTML of the texts of artifacts: made when they are written, or once when somebody first needs it, stored beside them, and
// only read after that.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, Reader, Writer } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/observability/logger.ts';
import { isLongText, markupVersion, renderAll } from '../../../platform/markup/index.ts';
import type { MarkupRenderer, MarkupText, RenderedTexts } from '../../../platform/markup/index.ts';
import { fieldTypeOf } from '../../trackers/index.ts';
import type { Definition } from '../../trackers/index.ts';
import * as store from './rendered-texts.store.ts';

/** A text of an artifact, of today or of its history. */
export interface OwnedText {
  artifactId: number;
  text: MarkupText;
}

/** HTML to be stored. */
export interface NewRendering {
  digest: string;
  html: string;
}

export interface TextRenderings {
  /** HTML of all these texts, by at most one query; what was not stored is rendered, and stored later. */
  load(db: Reader, texts: readonly OwnedText[]): Promise<RenderedTexts>;
  /** Renders texts that are about to be written; gives what is worth storing. Throws as MarkupRenderer.renderApart. */
  prepare(texts: readonly MarkupText[]): Promise<NewRendering[]>;
}

const keyOf = (artifactId: number, digest: string): string => `${artifactId}.${digest}`;

export async function saveRenderings(
  tx: Writer,
  renderings: readonly (NewRendering & { artifactId: number })[],
): Promise<void> {
  for (const { artifactId, digest, html } of renderings)
    await store.saveRenderedText(tx, { artifactId, key: keyOf(artifactId, digest), version: markupVersion, html });
}

/** What a value is shown as HTML of; nothing for a field that the tracker does not have. */
export function textsOfValue(tracker: Definition, fieldId: number, stored: unknown): readonly MarkupText[] {
  const field = tracker.fieldById.get(fieldId);
  return field === undefined || stored === undefined ? [] : fieldTypeOf(field.type).texts(stored);
}

export function createTextRenderings({
  database,
  logger,
  markup,
}: {
  database: Database;
  logger: Logger;
  markup: MarkupRenderer;
}): TextRenderings {
  // Storing belongs to nobody's request: neither its transaction nor its preconditions concern it.
  const outside = AsyncLocalStorage.snapshot();

  const save = async (renderings: readonly (NewRendering & { artifactId: number })[]): Promise<void> => {
    try {
      await database.transact((tx) => saveRenderings(tx, renderings));
    } catch (error) {
      logger.debug({ err: error }, 'rendered texts could not be stored; they are rendered again when they are needed');
    }
  };

  return {
    async load(db, texts) {
      const owners = new Map(texts.map(({ artifactId, text }) => [text, artifactId]));
      const ownerByDigest = new Map<string, number>();
      const added: (NewRendering & { artifactId: number })[] = [];
      const rendered = await renderAll(markup, [...owners.keys()], {
        async find(missing) {
          for (const { text, digest } of missing) ownerByDigest.set(digest, owners.get(text) ?? 0);
          const digests = new Map(
            [...ownerByDigest].map(([digest, artifactId]) => [keyOf(artifactId, digest), digest]),
          );
          const rows = await store.listRenderedTexts(db, [...digests.keys()]);
          return new Map(
            rows
              .filter(({ version }) => version === markupVersion)
              .map(({ key, html }) => [digests.get(key) ?? '', html]),
          );
        },
        onRendered(digest, html, wasCached) {
          if (!wasCached) added.push({ digest, html, artifactId: ownerByDigest.get(digest) ?? 0 });
        },
      });
      if (added.length > 0) outside(() => void save(added));
      return rendered;
    },
    async prepare(texts) {
      const renderings: NewRendering[] = [];
      await renderAll(markup, texts.filter(isLongText), {
        onRendered: (digest, html) => void renderings.push({ digest, html }),
      });
      return renderings;
    },
  };
}
