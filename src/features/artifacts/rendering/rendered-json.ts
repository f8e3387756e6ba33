// What is made of the JSON of an artifact at its first use: its XML, and its entity tag, which lists have no use for.
import { hash } from 'node:crypto';
import { readStoredObject } from '../../../platform/database/index.ts';
import { writeXmlContent } from '../../../platform/wire/xml-write.ts';
import type { ArtifactStamp } from '../artifact/artifacts.store.ts';
import type { Rendering, RenderEntry } from './render-entries.ts';

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

type RenderingFacts = Pick<Rendering, 'versionSecond' | 'isSettled' | 'endsAtMs'>;

/** Thousands are kept, so it holds what it needs in fields of its own: closures and the whole row took a kilobyte more each. */
class RenderedJson implements Rendering {
  readonly json: string;
  readonly versionSecond: number;
  readonly isSettled: boolean;
  readonly endsAtMs: number;
  readonly #tagKey: string;
  readonly #id: number;
  readonly #version: number;
  readonly #changesetId: number;
  #content: Buffer | undefined = undefined;
  #tag: string | undefined = undefined;
  #entry: RenderEntry | undefined = undefined;
  #note: ((entry: RenderEntry, bytes: number) => void) | undefined = undefined;

  constructor(
    tagKey: string,
    { id, version, changeset_id: changesetId }: Version,
    json: string,
    facts: RenderingFacts,
  ) {
    this.json = json;
    this.versionSecond = facts.versionSecond;
    this.isSettled = facts.isSettled;
    this.endsAtMs = facts.endsAtMs;
    this.#tagKey = tagKey;
    this.#id = id;
    this.#version = version;
    this.#changesetId = changesetId;
  }

  countXml(entry: RenderEntry, note: (entry: RenderEntry, bytes: number) => void): void {
    this.#entry = entry;
    this.#note = note;
  }

  xmlContent(): Buffer {
    if (this.#content !== undefined) return this.#content;
    const content = writeXmlContent(readStoredObject(this.json, `rendering of artifact ${this.#id}`), 'texts');
    this.#content = content;
    if (this.#entry !== undefined) this.#note?.(this.#entry, content.length);
    return content;
  }

  tag(): string {
    const version = { id: this.#id, version: this.#version, changeset_id: this.#changesetId };
    return (this.#tag ??= tagOf(this.#tagKey, version, this.json));
  }
}

/** Makes what completes the JSON of an artifact; `tagKey` is the secret of entity tags. */
export const createJsonReader =
  (tagKey: string) =>
  (version: Version, json: string, facts: RenderingFacts): Rendering =>
    new RenderedJson(tagKey, version, json, facts);

export type ReadJson = ReturnType<typeof createJsonReader>;
