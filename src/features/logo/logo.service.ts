// The picture that stands for the site, beside its name: everybody sees it, site administrators choose it.
import type { Static } from 'typebox';
import { oneChunk } from '../../platform/blobs/index.ts';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Writer } from '../../platform/database/index.ts';
import { invalid } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { makeFile } from '../../platform/http/index.ts';
import type { ServedFile } from '../../platform/http/index.ts';
import { readBase64 } from '../../platform/texts/base64.ts';
import { collectBytes, findInlineType, readPixels, removeBlobsLater, storeNamed } from '../attachments/index.ts';
import { recordAudit } from '../audit/index.ts';
import { actorOf, requireKnownSiteAdmin } from '../people/index.ts';
import type { Caller } from '../people/index.ts';
import { logoMaxBytes, logoMaxPixels } from './logo.schema.ts';
import type { SiteLogo } from './logo.schema.ts';
import * as store from './logo.store.ts';
import type { LogoRow } from './logo.store.ts';

export interface Logos {
  /** undefined where the site has none. */
  find(): Promise<Static<typeof SiteLogo> | undefined>;
  /** What the address of the logo leads to; undefined for any other address. */
  open(fileName: string): Promise<ServedFile | undefined>;
  /** `content` in base64. Throws unauthenticated, forbidden for who is no site administrator, invalid for what is no such picture. */
  save(caller: Caller, content: string): Promise<Static<typeof SiteLogo>>;
  /** Throws unauthenticated, and forbidden for who is no site administrator. */
  remove(caller: Caller): Promise<void>;
}

interface Deps {
  database: Database;
  clock: Clock;
  blobs: BlobStore;
}

/** Whatever somebody uploaded, it runs nothing and loads nothing. */
const headers = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'public, max-age=31536000, immutable',
};

const viewLogo = ({ blob, media_type, size_bytes: size, width, height }: LogoRow): Static<typeof SiteLogo> => ({
  url: `/logo/${blob}`,
  media_type,
  size,
  width,
  height,
});

export function createLogos({ database, clock, blobs }: Deps): Logos {
  let served: { blob: string; file: ServedFile } | undefined;
  /** Puts another in the place of the logo, whose blob goes when nobody reads it any more. */
  const replace = async (tx: Writer, caller: Caller, next: LogoRow | undefined): Promise<void> => {
    const before = await store.findLogo(tx);
    if (next === undefined) await store.deleteLogo(tx);
    else await store.saveLogo(tx, next);
    if (before !== undefined) await removeBlobsLater(tx, [before.blob], clock.nowMs());
    const details = { name: 'logo', picture: next?.media_type ?? 'removed' };
    await recordAudit(tx, clock, { kind: 'setting-changed', by: actorOf(caller), details });
  };
  return {
    async find() {
      const logo = await store.findLogo(database.read);
      return logo === undefined ? undefined : viewLogo(logo);
    },
    async open(fileName) {
      const logo = await store.findLogo(database.read);
      if (logo?.blob !== fileName) return undefined;
      if (served?.blob !== logo.blob)
        served = {
          blob: logo.blob,
          file: makeFile(logo.media_type, await collectBytes(blobs.read(logo.blob)), headers),
        };
      return served.file;
    },
    async save(caller, content) {
      requireKnownSiteAdmin(caller, changing);
      const bytes = readBase64(content, 'content');
      const facts = await judgePicture(bytes);
      const logo = await storeNamed({ database, blobs }, oneChunk(bytes), async (tx, { name, sizeBytes }) => {
        const next = { blob: name, size_bytes: sizeBytes, ...facts };
        await replace(tx, caller, next);
        return next;
      });
      return viewLogo(logo);
    },
    async remove(caller) {
      requireKnownSiteAdmin(caller, changing);
      await database.transact((tx) => replace(tx, caller, undefined));
    },
  };
}

const changing = 'choose the logo of the site';

/** What a picture says of itself. Throws invalid for what no browser shows, and for what is too large. */
async function judgePicture(bytes: Buffer): Promise<Pick<LogoRow, 'media_type' | 'width' | 'height'>> {
  if (bytes.length > logoMaxBytes)
    throw invalid(says('logo.bytes')`has ${bytes.length} bytes; at most ${logoMaxBytes} are allowed`, 'content');
  const type = await findInlineType(bytes);
  const pixels = type === undefined ? undefined : readPixels(type, bytes);
  if (type === undefined || pixels === undefined || pixels.width === 0 || pixels.height === 0)
    throw invalid(says('logo.kind')`is not an image that browsers can show; send a PNG, JPEG, GIF or WebP`, 'content');
  const { width, height } = pixels;
  if (Math.max(width, height) > logoMaxPixels)
    throw invalid(
      says('logo.pixels')`has ${width} × ${height} pixels; at most ${logoMaxPixels} in each direction are allowed`,
      'content',
    );
  return { media_type: type, width, height };
}
