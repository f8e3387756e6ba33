import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameDevice, readAgent } from './user-agent.ts';

test('browsers and systems are named', () => {
  const rows: [agent: string, name: string][] = [
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0', 'Edge, Windows'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 Version/18.0 Safari/605.1', 'Safari, macOS'],
    ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'Chrome, Android'],
    ['curl/8.5.0', 'curl'],
    ['my-script 1.0', 'my-script 1.0'],
    ['', ''],
  ];
  for (const [agent, name] of rows) assert.equal(nameDevice(agent), name);
  assert.equal(readAgent('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)').isPhone, true);
});
