import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { openOverflowFile, slabMaxBytes } from './overflow-file.ts';
import type { OverflowFile, Place } from './overflow-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'tepal-overflow-'));
after(() => rmSync(folder, { recursive: true }));

const open = (maxBytes: number): OverflowFile => openOverflowFile({ folder, maxBytes, onFailure: assert.fail });

/** Writes as soon as the disk has taken what came before. */
async function writeSoon(file: OverflowFile, text: string): Promise<Place> {
  for (;;) {
    const place = file.write(text);
    if (place !== undefined) return place;
    await setImmediate();
  }
}

const textOf = (number: number): string => `${number} é 漢 ${'x'.repeat((number * 7919) % 60_000)}`;

it('gives every text of the last half of the file, and never another', async () => {
  const file = open(4 * slabMaxBytes);
  assert.equal(file.halfBytes, 2 * slabMaxBytes);
  const places: Place[] = [];
  const lost = new Set<number>();
  for (let number = 0; number < 120; number += 1) {
    places.push(await writeSoon(file, textOf(number)));
    const end = (places.at(-1)?.start ?? 0) + (places.at(-1)?.lengthBytes ?? 0);
    for (const [index, place] of places.entries()) {
      const read = file.read(place);
      if (read === undefined) lost.add(index);
      else assert.ok(read === textOf(index), `text ${index} is another after ${number}`);
      assert.ok(read !== undefined || end - place.start > file.halfBytes, `text ${index} is gone after ${number}`);
    }
  }
  assert.ok(lost.has(0), 'what came first was written over');
  assert.deepEqual(readdirSync(folder), []);
  await file.close();
  assert.equal(file.read(places.at(-1) ?? assert.fail()), undefined);
  assert.equal(file.write('late'), undefined);
});

it('takes no text that is longer than a slab, and nothing where there is no room for four', async () => {
  const file = open(4 * slabMaxBytes);
  assert.equal(file.write('x'.repeat(slabMaxBytes + 1)), undefined);
  const place = file.write('é'.repeat(slabMaxBytes / 2)) ?? assert.fail('it fills a slab');
  assert.equal(file.read(place)?.length, slabMaxBytes / 2);
  await file.close();
  const small = open(4 * slabMaxBytes - 1);
  assert.equal(small.write('x'), undefined);
  await small.close();
});

it('says once that the disk refuses, and gives nothing from then on', async () => {
  const failures: unknown[] = [];
  const onFailure = (error: unknown): void => void failures.push(error);
  const file = openOverflowFile({ folder: join(folder, 'absent'), maxBytes: 4 * slabMaxBytes, onFailure });
  const place = file.write('x'.repeat(slabMaxBytes)) ?? assert.fail();
  file.write('y');
  while (failures.length === 0) await setImmediate();
  assert.equal(file.write('z'), undefined);
  assert.equal(file.read(place), undefined);
  assert.equal(failures.length, 1);
  await file.close();
});
