// Files of an archive that no artifact has, such as repository bundles. They stay in the blob store for exports, and one
// kept block says which they are.
import type { Reader, Writer } from '../../../platform/database/index.ts';
import { insertBlock, listBlockIds, listBlocks, readBlockXml } from '../model/archive.store.ts';
import { element } from '../xml/xml-element.ts';
import { readFilledAttribute, readWholeNumber } from '../xml/xml-shape.ts';
import { parseXml } from '../xml/xml-tree.ts';

export interface StoredFile {
  /** Inside the archive. */
  readonly path: string;
  /** Name in the blob store. */
  readonly blob: string;
  readonly sizeBytes: number;
}

/** Name of the block; no element of the format has it. */
export const storedFilesBlock = 'kept-files';

/** Says of stored files that the project's archive had them. */
export async function keepFiles(tx: Writer, projectId: number, files: readonly StoredFile[]): Promise<void> {
  if (files.length === 0) return;
  const entries = files.map(({ path, blob, sizeBytes }) => element('file', { path, blob, size: sizeBytes }));
  const xml = element(storedFilesBlock, {}, entries);
  await insertBlock(tx, { project_id: projectId, tracker_id: null, name: storedFilesBlock, xml });
}

/** The files that the project's archive had besides its attachments. */
export async function listStoredFiles(db: Reader, projectId: number): Promise<StoredFile[]> {
  const block = (await listBlocks(db, projectId)).find(({ name }) => name === storedFilesBlock);
  return block === undefined ? [] : readBlock(block.xml);
}

/** Those of all projects. */
export async function* listAllStoredFiles(db: Reader): AsyncGenerator<StoredFile> {
  for (const { id } of await listBlockIds(db, storedFilesBlock)) yield* await readBlock(await readBlockXml(db, id));
}

async function readBlock(xml: string): Promise<StoredFile[]> {
  const root = await parseXml([Buffer.from(xml)], { file: storedFilesBlock });
  return root.children.map((file) => ({
    path: readFilledAttribute(file, 'path'),
    blob: readFilledAttribute(file, 'blob'),
    sizeBytes: readWholeNumber(file, 'size'),
  }));
}
