import assert from 'node:assert/strict';
import { it } from 'node:test';
import { initialsOf, inks, pictureAt } from './avatar-pictures.ts';

it('takes the initials of the real name', () => {
  const rows: [name: string, initials: string][] = [
    ['Ana Lindqvist (ana)', 'AL'],
    ['Dagny Horák', 'DH'],
    ['Jean-Luc van der Meer (jl)', 'JM'],
    ['emre', 'EM'],
    ['李 小龙', '李小'],
    ['(x)', ''],
  ];
  for (const [name, initials] of rows) assert.equal(initialsOf(name), initials, name);
});

it('gives people of different names different colours, the same each time', () => {
  const names = ['ana', 'bruno', 'chika', 'dagny', 'emre', 'admin'];
  const drawn = names.map((name) => pictureAt(`/users/${name}/avatar.png`)?.ink);
  assert.ok(new Set(drawn).size >= 4, drawn.join());
  assert.deepEqual(pictureAt('/users/ANA/avatar.png', 'Ana L'), { ink: drawn[0], initials: 'AL' });
  assert.equal(pictureAt('/users/ana/avatar-1.png'), undefined);
});

it('draws white letters that can be read', () => {
  for (const ink of inks) {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5]
      .map((at) => Number.parseInt(ink.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    assert.ok(1.05 / (light + 0.05) >= 4.5, `${ink} ${1.05 / (light + 0.05)}`);
  }
});
