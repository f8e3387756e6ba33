// What is made of the JSON of an artifact at its first use: its XML, and its entity tag, which lists have no use for.
import { hash } from 'node:crypto';
import { readStoredObject } from '../../../platform/database/index.ts';
import { writeXmlContent } from '../../../platform/http/index.ts';
import type { ArtifactStamp } from '../state/artifacts.store.ts';
import type { Rendering } from './shelves.ts';

/** What names one version of an artifact. */
type Version = Pick<ArtifactStamp, 'id' | 'version' | 'changeset_id'>;

/**
 * The first part of an entity tag: a hash of the artifact's version. Without the secret `key` whoever may not see all
 * changes could count them by trying numbers (ADR 16).
 */
export const hashVersion = (key: string, { id, version, changeset_id: changesetId }: Version): string =>
  hash('sha1', `${key}.${id}.${version}.${changesetId}`, 'base64url').slice(0, 12);

/** An entity tag without quotes: the version's hash, a dot, the hash of the text (spec ruling 17). */
export const tagOf = (key: string, version: Version, json: string): string =>
  `${hashVersion(key, version)}.${hash('sha1', json, 'base64url').slice(0, 12)}`;

/** Makes what completes the JSON of an artifact; `tagKey` is the secret of entity tags. */
export const createJsonReader =
  (tagKey: string) =>
  // Named one by one, because what is kept would hold the whole row otherwise.
  ({ id, version, changeset_id }: Version, json: string): Pick<Rendering, 'json' | 'xmlContent' | 'tag'> => {
    let content: Buffer | undefined;
    let tag: string | undefined;
    return {
      json,
      xmlContent: () => (content ??= writeXmlContent(readStoredObject(json, `rendering of artifact ${id}`))),
      tag: () => (tag ??= tagOf(tagKey, { id, version, changeset_id }, json)),
    };
  };

export type ReadJson = ReturnType<typeof createJsonReader>;
