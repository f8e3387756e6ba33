// The XML of rendered artifacts.
import { readStoredObject } from '../../../platform/database/index.ts';
import { writeXmlContent } from '../../../platform/http/index.ts';
import type { Rendering } from './shelves.ts';

/** Made at its first use. */
export function xmlContentOf(json: string, id: number): Rendering['xmlContent'] {
  let content: Buffer | undefined;
  return () => (content ??= writeXmlContent(readStoredObject(json, `rendering of artifact ${id}`)));
}
