// One artifact as it is shown. One that was read since anything was committed last is as it was, so nothing has to be read to show it.
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
  /** JSON of the artifact and its version; `wire` is the format that the entity tag is for. */
  show(viewer: Viewer, seen: SeenArtifact, formats: ValueFormats, wire: 'json' | 'xml'): Promise<ShownArtifact>;
  /**
   * The same of the artifact with this id; at once where it is cached at `dataVersion`, see Database.readDataVersion. Throws as
   * Artifacts.read does.
   */
  showOne(
    viewer: Viewer,
    id: number,
    formats: ValueFormats,
    wire: 'json' | 'xml',
    dataVersion?: number,
  ): ShownArtifact | Promise<ShownArtifact>;
}

/** XML is another representation, so its tag differs. */
export const quoteTag = (tag: string, wire: 'json' | 'xml'): string => `"${tag}${wire === 'xml' ? 'x' : ''}"`;

/** Artifacts with their trackers, by the version of the data that they were read after. */
interface SeenCache {
  set(dataVersion: number, siteVersion: number, seen: SeenArtifact): void;
  /** undefined where the viewer may not see it, or where that has to be looked up. */
  get(dataVersion: number, viewer: Viewer, id: number): SeenArtifact | undefined;
}

function createSeenCache(): SeenCache {
  const cache = createCache<number, { seen: SeenArtifact; siteVersion: number }>({
    name: 'visible_artifacts',
    maxBytes: 4_194_304,
    sizeOf: () => 400,
  });
  return {
    set(dataVersion, siteVersion, seen) {
      if (cache.get(seen.stamp.id, dataVersion) === undefined)
        cache.set(seen.stamp.id, { seen, siteVersion }, dataVersion);
    },
    get(dataVersion, viewer, id) {
      const found = cache.get(id, dataVersion);
      if (found === undefined || found.siteVersion !== viewer.site.version) return undefined;
      const { stamp, tracker } = found.seen;
      return seesPlainly(viewer, tracker)(stamp) ? found.seen : undefined;
    },
  };
}

/** `read` is Artifacts.read. */
export function createShowing(
  deps: ArtifactDeps,
  renderer: Renderer,
  read: (viewer: Viewer, id: number) => Promise<SeenArtifact>,
): Showing {
  const seenCache = createSeenCache();
  const present = (rendering: Rendering, wire: 'json' | 'xml'): ShownArtifact => ({
    json: rendering.json,
    etag: quoteTag(rendering.tag(), wire),
    lastModifiedS: lastModifiedSecond(rendering.versionSecond, deps.clock.nowMs() / 1000),
  });
  const show: Showing['show'] = async (viewer, seen, formats, wire) => {
    const { stamp, tracker } = seen;
    const [rendering] = await renderer.render(viewer, [stamp], new Map([[tracker.id, tracker]]), formats);
    if (rendering === undefined) throw notFound();
    return present(rendering, wire);
  };
  return {
    show,
    showOne(viewer, id, formats, wire, dataVersion) {
      const cached = dataVersion === undefined ? undefined : seenCache.get(dataVersion, viewer, id);
      const rendering = cached && renderer.findCached(viewer, cached.stamp, formats);
      if (rendering !== undefined) return present(rendering, wire);
      return read(viewer, id).then(async (seen) => {
        const shown = await show(viewer, seen, formats, wire);
        if (dataVersion !== undefined) seenCache.set(dataVersion, viewer.site.version, seen);
        return shown;
      });
    },
  };
}
