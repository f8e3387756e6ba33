// One artifact as it is shown, and what is recalled of it: an artifact that was read since anything was committed last is as it was, so
// nothing has to be read to show it.
import { lastModifiedSecond } from '../../../platform/http/index.ts';
import { notFound } from '../../../platform/errors.ts';
import { createCache } from '../../../platform/cache/index.ts';
import type { Viewer } from '../../projects/index.ts';
import type { ArtifactDeps, SeenArtifact } from '../changes/admission.ts';
import type { ValueFormats } from './artifacts.view.ts';
import type { Renderer, Rendering } from './rendering.ts';
import { seesPlainly } from '../permissions/artifacts.access.ts';

interface ArtifactVersion {
  /** Strong, quoted, the version's hash before the dot (spec ruling 17). */
  etag: string;
  /** Seconds since the epoch (spec ruling 18). */
  lastModifiedS: number;
}

export interface ShownArtifact extends ArtifactVersion {
  json: string;
}

export interface Showing {
  /**
   * JSON of the artifact and its version; `wire` is the format that the entity tag is for. It is recalled until something is
   * committed, where the artifact was read after `mark`; see Database.readMark.
   */
  show(
    viewer: Viewer,
    seen: SeenArtifact,
    formats: ValueFormats,
    wire: 'json' | 'xml',
    mark?: number,
  ): Promise<ShownArtifact>;
  /** What `show` gives, where that is known without reading anything. */
  recall(
    viewer: Viewer,
    id: number,
    formats: ValueFormats,
    wire: 'json' | 'xml',
    mark: number,
  ): ShownArtifact | undefined;
}

/** XML is another representation, so its tag differs. */
export const quoteTag = (tag: string, wire: 'json' | 'xml'): string => `"${tag}${wire === 'xml' ? 'x' : ''}"`;

interface RecalledArtifacts {
  /** Notes what was read of the site version `siteVersion` after `mark` was. */
  note(mark: number | undefined, siteVersion: number, seen: SeenArtifact): void;
  /** What `note` was told at the same mark; undefined where the viewer may not see it, or where that has to be looked up. */
  find(mark: number, viewer: Viewer, id: number): SeenArtifact | undefined;
}

function createRecalledArtifacts(): RecalledArtifacts {
  const known = createCache<number, { seen: SeenArtifact; siteVersion: number }>({
    name: 'visible_artifacts',
    maxBytes: 4_194_304,
    sizeOf: () => 400,
  });
  return {
    note(mark, siteVersion, seen) {
      if (mark === undefined || known.get(seen.stamp.id, mark) !== undefined) return;
      known.set(seen.stamp.id, { seen, siteVersion }, mark);
    },
    find(mark, viewer, id) {
      const found = known.get(id, mark);
      if (found === undefined || found.siteVersion !== viewer.site.version) return undefined;
      const { stamp, tracker } = found.seen;
      return seesPlainly(viewer, tracker)(stamp) ? found.seen : undefined;
    },
  };
}

export function createShowing(deps: ArtifactDeps, renderer: Renderer): Showing {
  const recalled = createRecalledArtifacts();
  const present = (rendering: Rendering, wire: 'json' | 'xml') => ({
    json: rendering.json,
    etag: quoteTag(rendering.tag(), wire),
    lastModifiedS: lastModifiedSecond(rendering.versionSecond, deps.clock.nowMs() / 1000),
  });
  return {
    async show(viewer, seen, formats, wire, mark) {
      const { stamp, tracker } = seen;
      const [rendering] = await renderer.render(viewer, [stamp], new Map([[tracker.id, tracker]]), formats);
      if (rendering === undefined) throw notFound();
      recalled.note(mark, viewer.site.version, seen);
      return present(rendering, wire);
    },
    recall(viewer, id, formats, wire, mark) {
      const seen = recalled.find(mark, viewer, id);
      const rendering = seen && renderer.recall(viewer, seen.stamp, formats);
      return rendering && present(rendering, wire);
    },
  };
}
