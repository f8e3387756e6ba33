// Files: pictures, documents, uploads and downloads.
import { deflateSync } from 'node:zlib';
import type { AttackClass, Ground } from '../attack.ts';
import { fieldOf, flood, numberAt, plantCard, post, put, readSlowly, repeat } from '../moves.ts';

const chunkBytes = 1_048_576;

/** A table of CRC-32, which PNG asks for. */
const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit += 1) c = c & 1 ? 0xed_b8_83_20 ^ (c >>> 1) : c >>> 1;
  return c;
});

const crcOf = (bytes: Uint8Array): number => {
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
};

function pngChunk(type: string, body: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length);
  crc.writeUInt32BE(crcOf(named));
  return Buffer.concat([length, named, crc]);
}

/** A PNG that says it is so large, of so many rows of zeros. */
function makePng(width: number, height: number, rows: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(Math.ceil(width / 8 + 1) * rows));
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([
    signature,
    pngChunk('IHDR', head),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A GIF of so many frames of the largest size that its format knows. */
function makeGif(frames: number): Buffer {
  const screen = Buffer.from('474946383961ffffffff80000000000000ffffff', 'hex');
  const frame = Buffer.from('2c00000000ffffffff0002024401003b'.slice(0, -2), 'hex');
  return Buffer.concat([screen, ...Array.from({ length: frames }, () => frame), Buffer.from('3b', 'hex')]);
}

/** A PDF of pages that are drawn by streams in streams. */
function makePdf(pages: number, words: number): Buffer {
  const stream = deflateSync(Buffer.from(`BT /F1 12 Tf ${'(word) Tj '.repeat(words)} ET`)).toString('latin1');
  const kids = Array.from({ length: pages }, () => '3 0 R').join(' ');
  const text = `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[${kids}]/Count ${pages}>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>> endobj
4 0 obj <</Length ${stream.length}/Filter/FlateDecode>> stream
${stream}
endstream endobj
5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj
trailer <</Root 1 0 R>>
%%EOF`;
  return Buffer.from(text, 'latin1');
}

/** Attaches a file to a new card; gives the file's id. */
async function plantFile(ground: Ground, content: Buffer, name: string, mimetype: string): Promise<number> {
  const body = (n: number): string => content.subarray(n * chunkBytes, (n + 1) * chunkBytes).toString('base64');
  const made = await ground.demand(
    post('/api/artifact_temporary_files', { name, mimetype, content: body(0) }, 'mallory'),
  );
  const id = numberAt(made, 'id');
  for (let n = 1; n * chunkBytes < content.length; n += 1)
    await ground.demand(put(`/api/artifact_temporary_files/${id}`, { content: body(n), offset: n + 1 }, 'mallory'));
  await plantCard(ground, { files: [id] });
  return id;
}

const refusals = [400, 404, 415, 422];

/** Previews of pictures, each of another file, because they are made once. */
const previewClass = (name: string, imitates: string, make: (n: number) => Buffer, type: string): AttackClass => ({
  name,
  imitates,
  refusals,
  set: flood(8, async (ground) => {
    const ids: number[] = [];
    for (let n = 0; n < ground.scale(8); n += 1) ids.push(await plantFile(ground, make(n), 'x.png', type));
    return (n) => ({ path: `/plugins/tracker/attachments/preview/${ids[n % ids.length]}-x.png`, as: 'mallory' });
  }),
});

/** The crowd has a small avatar each. */
const avatarBody = (picture: Buffer): object => ({ content_type: 'image/png', content: picture.toString('base64') });

export const fileClasses: readonly AttackClass[] = [
  previewClass(
    'png-huge',
    'a PNG that says it has a milliard of pixels',
    (n) => makePng(60_000 + n, 60_000, 1),
    'image/png',
  ),
  previewClass(
    'png-zeros',
    'a PNG of 100 million pixels in some kilobytes',
    (n) => makePng(10_000, 10_000 + n, 10_000 + n),
    'image/png',
  ),
  previewClass('gif-frames', 'a GIF of thousands of frames', (n) => makeGif(5000 + n), 'image/gif'),
  {
    name: 'avatars',
    imitates: 'pictures of accounts, set again and again',
    refusals,
    set: flood(8, () => {
      const pictures = [makePng(30_000, 30_000, 1), makePng(3000, 3000, 3000)];
      return (n) => put('/api/users/self/avatar', avatarBody(pictures[n % 2] ?? Buffer.alloc(9)), 'mallory');
    }),
  },
  {
    name: 'pdf-bombs',
    imitates: 'PDFs whose pages never end, for the search index',
    refusals,
    set: flood(2, async (ground) => {
      for (let n = 0; n < ground.scale(4); n += 1)
        await plantFile(ground, makePdf(500 + n, ground.scale(20_000)), 'x.pdf', 'application/pdf');
      return () => post('/api/search?limit=10', { keywords: 'word' }, 'mallory');
    }),
  },
  {
    name: 'temporary-files',
    imitates: 'files in parts of a megabyte, never attached',
    refusals: [400, 403, 406],
    set: flood(8, () => {
      const content = Buffer.alloc(chunkBytes, 'a').toString('base64');
      return (n) =>
        post('/api/artifact_temporary_files', { name: `f${n}`, mimetype: 'text/plain', content }, 'mallory');
    }),
  },
  {
    name: 'uploads-in-small-parts',
    imitates: 'resumable uploads, byte by byte',
    refusals: [400, 409, 410],
    set: flood(16, async (ground) => {
      const hrefs = await plantUploads(ground, 16);
      const offsets = hrefs.map(() => 0);
      return (n) => {
        const upload = n % hrefs.length;
        const offset = offsets[upload] ?? 0;
        offsets[upload] = offset + 1;
        return {
          method: 'PATCH',
          path: hrefs[upload] ?? '',
          as: 'mallory',
          body: 'x',
          headers: {
            'tus-resumable': '1.0.0',
            'upload-offset': String(offset),
            'content-type': 'application/offset+octet-stream',
          },
        };
      };
    }),
  },
  {
    name: 'uploads-abandoned',
    imitates: 'resumable uploads that are begun and left',
    refusals: [400, 403],
    set: repeat(8, (ground) =>
      post(
        `/api/tracker_fields/${fieldOf(ground, 'cards.files')}/files`,
        { name: 'left.bin', file_size: 60_000_000, file_type: 'text/plain' },
        'mallory',
      ),
    ),
  },
  {
    name: 'downloads-read-slowly',
    imitates: 'an attachment of 20 MB, taken sip by sip by many',
    set: async (ground) => {
      const id = await plantFile(
        ground,
        Buffer.alloc(ground.scale(20_000_000), 'some bytes '),
        'large.txt',
        'text/plain',
      );
      return readSlowly(100, () => ({ path: `/plugins/tracker/attachments/${id}-large.txt`, as: 'mallory' }))(ground);
    },
  },
  {
    name: 'files-in-slices',
    imitates: 'attachments read in base64, a megabyte at a time',
    set: flood(16, async (ground) => {
      const id = await plantFile(
        ground,
        Buffer.alloc(ground.scale(8_000_000), 'some bytes '),
        'large.txt',
        'text/plain',
      );
      return (n) => ({
        path: `/api/artifact_files/${id}?limit=${chunkBytes}&offset=${(n * 1000) % 1_000_000}`,
        as: 'mallory',
      });
    }),
  },
];

async function plantUploads(ground: Ground, count: number): Promise<string[]> {
  const hrefs: string[] = [];
  while (hrefs.length < count) {
    const made = await ground.demand(
      post(
        `/api/tracker_fields/${fieldOf(ground, 'cards.files')}/files`,
        { name: 'slow.bin', file_size: 1_000_000, file_type: 'text/plain' },
        'mallory',
      ),
    );
    hrefs.push(`/uploads/tracker/file/${numberAt(made, 'id')}`);
  }
  return hrefs;
}
