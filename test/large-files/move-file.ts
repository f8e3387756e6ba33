// Sends a large file to a real server process and gets it back, and looks at how much memory that takes.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as openRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { once } from 'node:events';
import { makeSite } from '../faults/site.ts';
import { prepareServer } from '../faults/server-process.ts';
import type { ServerProcess } from '../faults/server-process.ts';
import { at } from '../support/harness.ts';

export interface Moved {
  uploadSeconds: number;
  downloadSeconds: number;
  /** How much more memory the server held at its worst than before, in MB. */
  grownMb: number;
  /** Whether the same bytes came back. */
  isSame: boolean;
}

interface MovedFile extends Moved {
  /** Bytes that the server still had after it was killed in the midst of the upload. */
  keptBytes: number;
}

const chunkBytes = 1024 * 1024;

/** Bytes that are never the same twice in one file. */
function* makeChunks(start: number, end: number): Generator<Buffer, void, undefined> {
  for (let at = start; at < end; at += chunkBytes - (at % chunkBytes)) {
    const chunk = Buffer.alloc(
      chunkBytes,
      createHash('sha256')
        .update(String(at - (at % chunkBytes)))
        .digest(),
    );
    yield chunk.subarray(at % chunkBytes, Math.min(chunkBytes, end - at + (at % chunkBytes)));
  }
}

const readMb = (pid: number, what: 'VmRSS' | 'VmHWM'): number =>
  Number(new RegExp(`^${what}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

async function readAnswer(path: string, response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

export class Site {
  readonly dataDir: string;
  readonly credentials: Record<string, string>;
  readonly sizeBytes: number;
  base = '';
  server: ServerProcess | undefined;

  constructor(dataDir: string, credentials: Record<string, string>, sizeBytes: number) {
    this.dataDir = dataDir;
    this.credentials = credentials;
    this.sizeBytes = sizeBytes;
  }

  async start(): Promise<void> {
    const env = {
      TEPAL_SYS_MAX_SIZE_UPLOAD: String(this.sizeBytes + 67_108_864),
      TEPAL_GIT_PUSH_LIMIT: String(this.sizeBytes + 67_108_864),
      TEPAL_REQUEST_TIMEOUT: '3600',
    };
    this.server = prepareServer({ dataDir: this.dataDir, env });
    this.base = await this.server.open();
  }

  /** How long two works took, one after the other, and how much memory. */
  async measure(upload: () => Promise<unknown>, download: () => Promise<unknown>): Promise<Omit<Moved, 'isSame'>> {
    const pid = this.server?.pid ?? 0;
    const beforeMb = readMb(pid, 'VmRSS');
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
    const startedAtMs = performance.now();
    await upload();
    const uploadedAtMs = performance.now();
    await download();
    const downloadSeconds = (performance.now() - uploadedAtMs) / 1000;
    const grownMb = readMb(pid, 'VmHWM') - beforeMb;
    return { uploadSeconds: (uploadedAtMs - startedAtMs) / 1000, downloadSeconds, grownMb };
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    this.server?.send(signal);
    await this.server?.ended;
  }

  async get(path: string): Promise<unknown> {
    return readAnswer(path, await fetch(this.base + path, { headers: this.credentials }));
  }

  async post(path: string, body: object): Promise<unknown> {
    const headers = { ...this.credentials, 'content-type': 'application/json' };
    return readAnswer(path, await fetch(this.base + path, { method: 'POST', headers, body: JSON.stringify(body) }));
  }

  async begin(fieldId: number, sizeBytes: number): Promise<{ id: number; href: string }> {
    const body = { name: `${sizeBytes}.bin`, file_size: sizeBytes, file_type: 'application/octet-stream' };
    const made = await this.post(`/api/tracker_fields/${fieldId}/files`, body);
    return { id: Number(at(made, 'id')), href: String(at(made, 'upload_href')) };
  }

  /** Sends in one request what stands at these places; resolves with the status, or undefined where the server is gone. */
  async patch(href: string, start: number, end: number): Promise<number | undefined> {
    const headers = {
      ...this.credentials,
      'tus-resumable': '1.0.0',
      'upload-offset': start,
      'content-type': 'application/offset+octet-stream',
      'content-length': end - start,
    };
    const request = openRequest(this.base + href, { method: 'PATCH', headers });
    const answered = once(request, 'response').then(([response]: { statusCode?: number }[]) => response?.statusCode);
    const all = await Promise.allSettled([answered, pipeline(Readable.from(makeChunks(start, end)), request)]);
    return all[0].status === 'fulfilled' ? all[0].value : undefined;
  }

  async findOffset(href: string): Promise<number> {
    const headers = { ...this.credentials, 'tus-resumable': '1.0.0' };
    const response = await fetch(this.base + href, { method: 'HEAD', headers });
    return Number(response.headers.get('upload-offset'));
  }

  async hashDownload(id: number): Promise<string> {
    const response = await fetch(`${this.base}/plugins/tracker/attachments/${id}`, { headers: this.credentials });
    const digest = createHash('sha256');
    if (response.body === null) throw new Error('the download is empty');
    for await (const chunk of response.body) if (chunk instanceof Uint8Array) digest.update(chunk);
    return digest.digest('hex');
  }
}

function hashOf(sizeBytes: number): string {
  const digest = createHash('sha256');
  for (const chunk of makeChunks(0, sizeBytes)) digest.update(chunk);
  return digest.digest('hex');
}

async function findField(site: Site): Promise<number> {
  const trackers = await site.get('/api/projects/101/trackers?limit=50');
  const fields = (Array.isArray(trackers) ? trackers : []).flatMap((tracker) => at(tracker, 'fields'));
  return Number(
    at(
      fields.find((field) => at(field, 'type') === 'file'),
      'field_id',
    ),
  );
}

/** Kills the server in the midst of a request, once it has kept something, and starts it anew; gives what it has kept. */
async function uploadWithKill(site: Site, href: string): Promise<number> {
  const sending = site.patch(href, 0, site.sizeBytes);
  while ((await site.findOffset(href)) < 32 * chunkBytes);
  await site.stop('SIGKILL');
  await sending;
  await site.start();
  return site.findOffset(href);
}

/** Runs `work` with a site on a new folder that takes files and pushes of this size. */
export async function withSite<R>(sizeBytes: number, work: (site: Site) => Promise<R>): Promise<R> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tepal-large-'));
  const site = new Site(dataDir, await makeSite(dataDir), sizeBytes);
  try {
    await site.start();
    return await work(site);
  } finally {
    await site.stop('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Moves a file through a site, whose server is killed and restarted in the midst of it where `kill` is set. */
export async function moveFile(site: Site, { kill }: { kill: boolean }): Promise<MovedFile> {
  const { sizeBytes } = site;
  const fieldId = await findField(site);
  const { id, href } = await site.begin(fieldId, sizeBytes);
  const keptBytes = kill ? await uploadWithKill(site, href) : 0;
  // What is loaded at first use alone counts before.
  const small = await site.begin(fieldId, 1000);
  await site.patch(small.href, 0, 1000);
  await site.hashDownload(small.id);
  let hash = '';
  const measured = await site.measure(
    async () => {
      const status = await site.patch(href, keptBytes, sizeBytes);
      if (status !== 204) throw new Error(`the upload was answered ${status}`);
    },
    async () => void (hash = await site.hashDownload(id)),
  );
  return { ...measured, keptBytes, isSame: hash === hashOf(sizeBytes) };
}
