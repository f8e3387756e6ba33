// Renders artifacts to JSON once for each version and class of viewers, and keeps the text. A kept text is valid for exactly
// one version of the artifact, of what surrounds it, and of the site.
import { hash } from 'node:crypto';
import { publicUrl } from '../../settings/index.ts';
import type { Viewer } from '../projects/index.ts';
import { mayField } from '../trackers/index.ts';
import type { Definition } from '../trackers/index.ts';
import type { ArtifactRow } from './artifacts.store.ts';
import { viewArtifact } from './artifacts.view.ts';
import type { ValueFormats } from './artifacts.view.ts';
import { parseValues } from './change.ts';
import { loadSurroundings } from './surroundings.ts';
import type { SurroundingDeps } from './surroundings.ts';

export interface Rendering {
  json: string;
  /** Hash of the text: the second part of the entity tag. */
  digest: string;
}

interface Kept extends Rendering {
  version: number;
  contextVersion: number;
  siteVersion: number;
}

export interface Renderer {
  /** Renderings in the order of `rows`, all of which the viewer must be allowed to see. */
  render(
    viewer: Viewer,
    rows: readonly ArtifactRow[],
    definitions: ReadonlyMap<number, Definition>,
    formats: ValueFormats,
  ): Promise<Rendering[]>;
}

const keyOf = (id: number, formats: ValueFormats, viewerKey: string): string =>
  `${id} ${formats.collection ? 'c' : ''}${formats.byField ? 'f' : ''} ${viewerKey}`;

/** A renderer that keeps at most `maxKeptCharacters` of text; what was kept first leaves first. */
export function createRenderer(deps: SurroundingDeps, maxKeptCharacters = 32_000_000): Renderer {
  const kept = new Map<string, Kept>();
  let keptCharacters = 0;

  const keep = (key: string, entry: Kept): void => {
    keptCharacters += entry.json.length - (kept.get(key)?.json.length ?? 0);
    kept.delete(key);
    kept.set(key, entry);
    for (const [oldest, { json }] of kept) {
      if (keptCharacters <= maxKeptCharacters) return;
      kept.delete(oldest);
      keptCharacters -= json.length;
    }
  };

  const find = (viewer: Viewer, row: ArtifactRow, formats: ValueFormats): Kept | undefined => {
    for (const viewerKey of [viewer.rightsClass, `user ${viewer.user?.id ?? 0}`]) {
      const entry = kept.get(keyOf(row.id, formats, viewerKey));
      const isValid =
        entry?.version === row.version &&
        entry.contextVersion === row.context_version &&
        entry.siteVersion === viewer.site.version;
      if (isValid) return entry;
    }
    return undefined;
  };

  return {
    async render(viewer, rows, definitions, formats) {
      const found = new Map<number, Rendering>();
      const missing: ArtifactRow[] = [];
      for (const row of rows) {
        const entry = find(viewer, row, formats);
        if (entry === undefined) missing.push(row);
        else found.set(row.id, entry);
      }
      if (missing.length > 0) {
        const { texts, isPersonal } = await renderRows(deps, viewer, missing, definitions, formats);
        const viewerKey = isPersonal ? `user ${viewer.user?.id ?? 0}` : viewer.rightsClass;
        for (const [index, row] of missing.entries()) {
          const json = texts[index] ?? '';
          const entry: Kept = {
            json,
            digest: hash('sha1', json, 'base64url').slice(0, 12),
            version: row.version,
            contextVersion: row.context_version,
            siteVersion: viewer.site.version,
          };
          keep(keyOf(row.id, formats, viewerKey), entry);
          found.set(row.id, entry);
        }
      }
      return rows.flatMap((row) => found.get(row.id) ?? []);
    },
  };
}

async function renderRows(
  deps: SurroundingDeps,
  viewer: Viewer,
  rows: readonly ArtifactRow[],
  definitions: ReadonlyMap<number, Definition>,
  formats: ValueFormats,
): Promise<{ texts: string[]; isPersonal: boolean }> {
  const subjects = rows.flatMap((row) => {
    const tracker = definitions.get(row.tracker_id);
    return tracker === undefined ? [] : [{ row, tracker, values: parseValues(row) }];
  });
  const around = await loadSurroundings(deps, viewer, subjects);
  const baseUrl = publicUrl(viewer.site.settings);
  const texts = subjects.map((subject) =>
    JSON.stringify(
      viewArtifact(subject, formats, {
        around,
        baseUrl,
        isReadable: (field) => mayField(viewer, subject.tracker, field, 'read'),
      }),
    ),
  );
  return { texts, isPersonal: around.isPersonal };
}
