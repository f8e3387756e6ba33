// Folders and zip files as archives: what is reachable, and what hostile archives get.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { ZipFile } from 'yazl';
import { DEFAULT_LIMITS } from '../model/archive-access.ts';
import { normalizeArchivePath } from '../model/archive-path.ts';
import { openArchive } from './archive-source.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archive-source-'));
});
after(() => rm(folder, { recursive: true }));

const collect = async (chunks: AsyncIterable<Uint8Array>): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(chunks));

const zipOf = (
  entries: Record<string, string>,
  options: { mode?: number; compress?: boolean } = {},
): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name, options);
  zip.end();
  return collect(Readable.from(zip.outputStream));
};

const writeArchive = async (name: string, bytes: Uint8Array): Promise<string> => {
  const location = join(folder, name);
  await writeFile(location, bytes);
  return location;
};

/** Replaces text of equal length everywhere, in headers and contents alike. */
const patch = (bytes: Buffer, from: string, to: string): Buffer =>
  Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1');

const makeFolder = async (name: string): Promise<string> => {
  const root = join(folder, name);
  await mkdir(join(root, 'data'), { recursive: true });
  await writeFile(join(root, 'project.xml'), '<project/>');
  await writeFile(join(root, 'data/é.txt'), 'hello');
  return root;
};

test('a folder and a zip file give the same files', async () => {
  const zipped = await zipOf({ 'project.xml': '<project/>', 'data/é.txt': 'hello' });
  for (const location of [await makeFolder('plain'), await writeArchive('plain.zip', zipped)]) {
    const source = await openArchive(location);
    assert.deepEqual(Object.fromEntries(source.files), { 'project.xml': 10, 'data/é.txt': 5 });
    assert.equal((await collect(source.readFile('./data/é.txt'))).toString(), 'hello');
    for (const name of [
      '../plain.zip',
      '/etc/passwd',
      'data/../../x',
      'data\\é.txt',
      'C:/x',
      '',
      'data//é.txt',
      'a\0b',
    ])
      assert.throws(() => source.readFile(name), { kind: 'invalid', message: /not a safe relative path/ });
    assert.throws(() => source.readFile('data/none'), { message: 'the archive has no file `data/none`' });
    await source.close();
  }
});

test('symbolic links are no part of a folder', async () => {
  const root = await makeFolder('links');
  await symlink('/etc/passwd', join(root, 'data/passwd'));
  await symlink('/etc', join(root, 'etc'));
  const source = await openArchive(root);
  assert.deepEqual([...source.files.keys()].toSorted(), ['data/é.txt', 'project.xml']);
  await rm(join(root, 'data'), { recursive: true });
  await symlink(await makeFolder('elsewhere/data'), join(root, 'data'));
  await writeFile(join(root, 'data/é.txt'), 'stolen');
  await assert.rejects(collect(source.readFile('data/é.txt')), { message: /symbolic link/ });
});

test('a symbolic link in a zip file is not listed', async () => {
  const location = await writeArchive('link.zip', await zipOf({ passwd: '/etc/passwd' }, { mode: 0o120777 }));
  const source = await openArchive(location);
  assert.deepEqual([...source.files.keys()], []);
  await source.close();
});

const HOSTILE: readonly [name: string, bytes: () => Promise<Buffer>, message: RegExp][] = [
  [
    'climbing name',
    async () => patch(await zipOf({ 'aa/evil': 'x' }), 'aa/evil', '../evil'),
    /damaged or unsafe|safe relative/,
  ],
  [
    'absolute name',
    async () => patch(await zipOf({ 'aevil.txt': 'x' }), 'aevil.txt', '/evil.txt'),
    /unsafe|safe relative/,
  ],
  [
    'name with backslashes',
    async () => patch(await zipOf({ aa_evil: 'x' }), 'aa_evil', '..\\evil'),
    /unsafe|safe relative/,
  ],
  [
    'same name twice',
    async () => patch(await zipOf({ 'a.txt': 'x', 'b.txt': 'y' }), 'b.txt', 'a.txt'),
    /`a\.txt` exists twice/,
  ],
  ['no zip at all', async () => Buffer.from('hello world, this is not a zip file'), /damaged or unsafe/],
  ['cut in the middle', async () => (await zipOf({ 'a.txt': 'x'.repeat(500) })).subarray(0, -30), /damaged or unsafe/],
];
for (const [name, bytes, message] of HOSTILE)
  test(`refuses a zip file: ${name}`, async () => {
    const location = await writeArchive('hostile.zip', await bytes());
    await assert.rejects(openArchive(location), { kind: 'invalid', message });
  });

test('content that differs from its checksum or size is refused while it streams', async () => {
  const plain = await zipOf({ 'a.txt': 'original' }, { compress: false });
  const changed = await openArchive(await writeArchive('crc.zip', patch(plain, 'original', 'replaced')));
  await assert.rejects(collect(changed.readFile('a.txt')), {
    kind: 'invalid',
    message: /checksum of the entry `a\.txt` is wrong/,
  });
  await changed.close();

  const bomb = await zipOf({ 'a.txt': 'x'.repeat(100_000) });
  const directory = bomb.indexOf('PK\x01\x02', 0, 'latin1');
  bomb.writeUInt32LE(10, directory + 24);
  const lying = await openArchive(await writeArchive('bomb.zip', bomb));
  await assert.rejects(collect(lying.readFile('a.txt')), { kind: 'invalid', message: /too many bytes/ });
  await lying.close();
});

test('entries that share their bytes are refused', async () => {
  const zip = await zipOf({ 'a.txt': 'x' });
  const directory = zip.indexOf('PK\x01\x02', 0, 'latin1');
  zip.writeUInt32LE(5000, directory + 20);
  await assert.rejects(openArchive(await writeArchive('overlap.zip', zip)), { message: /overlap|damaged/ });
});

test('limits hold for files, single and total size', async () => {
  const zip = await writeArchive('big.zip', await zipOf({ 'a.txt': 'x'.repeat(50), 'b.txt': 'x'.repeat(50) }));
  const rows: [Partial<typeof DEFAULT_LIMITS>, RegExp][] = [
    [{ maxFiles: 1 }, /more than 1 files/],
    [{ maxFileBytes: 49 }, /`a\.txt` has 50 bytes; the limit for one file is 49/],
    [{ maxTotalBytes: 99 }, /exceed 99 bytes in total/],
  ];
  for (const [limits, message] of rows)
    await assert.rejects(openArchive(zip, { ...DEFAULT_LIMITS, ...limits }), { kind: 'too-large', message });
  const root = await makeFolder('small');
  await assert.rejects(openArchive(root, { ...DEFAULT_LIMITS, maxFiles: 1 }), { kind: 'too-large' });
});

test('a place without archive is named', async () => {
  await assert.rejects(openArchive(join(folder, 'nowhere')), {
    kind: 'invalid',
    message: /there is no archive at `.*nowhere`/,
  });
});

test('paths have one normal form', () => {
  assert.equal(normalizeArchivePath('./data/./a'), 'data/a');
  assert.equal(normalizeArchivePath('data/..a/b...'), 'data/..a/b...');
  assert.equal(normalizeArchivePath('.'), undefined);
});
