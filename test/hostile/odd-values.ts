// Values, texts and bytes that have broken programs elsewhere. None of them holds what `judge.ts` takes for a leak.
import { deflateSync, gzipSync } from 'node:zlib';
import type { Random } from './random.ts';

/** Stands in a value for JSON text that JSON.stringify never writes. */
export interface RawJson {
  readonly rawJson: string;
}

const raw = (text: string): RawJson => ({ rawJson: text });

export const oddTexts: readonly string[] = [
  ['', ' ', '\t', '\0', 'a\0b', '\u0001', '\u001b[31m', '\u007f', '\u0085', '\u2028', '\ufeff', '\ufffe', '\uffff'],
  ['\ud800', '\udc00x', '\u202egnp.exe', '\u200b', 'e\u0301\u0301\u0301', 'ﬀ', 'İ', 'ß', 'ǅ', 'K', '١٢٣', '１２', '𝟙𝟚'],
  ['😀'.repeat(50), '👨‍👩‍👧‍👦', 'x'.repeat(256), 'x'.repeat(5000), 'x'.repeat(70_000), 'é'.repeat(40_000)],
  ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'then', 'toJSON', 'length'],
  ["'; drop table x; --", "' or '1'='1", '" or ""="', "') union all select 1,2,3--", '1; select pg_sleep(9)', '0x1'],
  ['1e400', '1e-400', '-0', '+1', '01', '1_000', '1.0', '.5', '5.', 'NaN', 'Infinity', '-Infinity', '0b1', '1n'],
  ['%', '_%', '%25', '%00', '%s%s%n%n', '{0}', '${7*7}', '{{7*7}}', '<%= 7 %>', '#{7}', '$(id)', '`id`', '|id', ';id'],
  ['../../etc/passwd', '..%2f..%2fetc', '..\\..\\win.ini', '/etc/passwd', 'file:///etc/passwd', 'C:\\x', '\\\\h\\s'],
  ['http://169.254.169.254/', 'http://[::1]:22/', '//host/', 'javascript:alert(1)', 'data:text/html,x', 'mailto:a@b'],
  ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '<svg/onload=alert(1)>', ']]>', '<![CDATA[x]]>'],
  ['&amp;<&>"', '&#0;', '&#x110000;', '<!--', '-->', '<?xml?>', '{}', '[]', '{"a":1}', '[[[[', 'null', 'true', '""'],
  ['\r\nX-Injected: 1', '\r\n\r\nHTTP/1.1 200 OK', 'a\nSet-Cookie: x=1', '\r', '\n', 'a"; filename="b', ';', ',,,'],
  ['2026-02-30', '2026-02-28', '0000-00-00', '9999-12-31T23:59:59-12:00', '-271821-04-20T00:00:00.000Z', '0001-01-01'],
  ['self', 'me', 'admin', 'root', '0', '-1', '1', '100', '101', '101_3', '101_4', '1_1', '102_3', '101_', '_3'],
  ['9007199254740991', '9007199254740992', '9007199254740993', '9223372036854775807', '9223372036854775808'],
  ['18446744073709551616', '2147483647', '2147483648', '-2147483649', '4294967296', '1'.repeat(400), '9'.repeat(30)],
  ['text/plain', '*', '**', '?', '(a+)+$', `${'a'.repeat(5000)}!`, `${' '.repeat(20_000)}x`, '<'.repeat(20_000)],
  [
    '['.repeat(20_000),
    '*_'.repeat(10_000),
    '![](('.repeat(5000),
    '`'.repeat(9999),
    '> '.repeat(8000),
    '#1 '.repeat(5000),
  ],
  [
    '-'.repeat(30_000),
    '\\'.repeat(30_000),
    '"'.repeat(30_000),
    '&'.repeat(30_000),
    '@a.'.repeat(9000),
    '/'.repeat(9000),
  ],
].flat();

export const shortOddTexts: readonly string[] = oddTexts.filter((text) => text.length < 700);

export const oddNumbers: readonly unknown[] = [
  [0, 1, -1, 2, 1.5, -1.5, 0.1, 99, 100, 101, 255, 256, 65_535, 65_536, 2 ** 31 - 1, 2 ** 31, -(2 ** 31) - 1],
  [2 ** 32, 2 ** 53 - 1, 2 ** 53, 2 ** 63, 2 ** 64, -(2 ** 63), 1e15, 1e21, 1e300, -1e300, 5e-324, 1e-7],
  ['-0', '-0.0', '1e400', '-1e400', '1E5', '1e-400', '9007199254740993', '9'.repeat(400), '0.'.padEnd(400, '3')].map(
    raw,
  ),
].flat();

/** What no JSON parser should take. */
const brokenJson: readonly RawJson[] = [
  ['NaN', 'Infinity', '01', '+1', '.5', '1.', '0x10', "'a'", 'undefined', '"\\x41"', '"\\u12"', '"\t"', '{a:1}'],
  ['[1,]', '{"a":1,}', '[,]', '{"a"}', '/* */1', '1 // x', '{"a":1 "b":2}', '"\\ud800', 'tru', '-', '""""'],
]
  .flat()
  .map(raw);

/** Objects that only text can spell. */
const strangeObjects: readonly RawJson[] = [
  ['{"__proto__":{"polluted":true}}', '{"constructor":{"prototype":{"polluted":true}}}', '{"a":1,"a":2}'],
  ['{"__proto__":null}', '{"":1}', '{"\\u0000":1}', '{"id":1,"id":101}', '{"\\u005f_proto__":{"polluted":1}}'],
  ['{"toString":1,"valueOf":1}', '{"length":1e9}', '{"then":1}', '{"toJSON":"x"}', '{"0":1,"length":1}'],
  ['"\\ud800"', '"\\udfff\\ud800"', '"\\u0000"', '"\\/"', '"\\u0041"', ' \t\r\n1 '],
]
  .flat()
  .map(raw);

export const nestedDepths = [5, 30, 31, 32, 33, 100, 1000, 20_000] as const;

function nest(depth: number, isList: boolean): RawJson {
  return isList
    ? raw('['.repeat(depth) + ']'.repeat(depth))
    : raw('{"values":'.repeat(depth) + '1' + '}'.repeat(depth));
}

/** Any value that is not what a schema asks for. */
export function makeOddValue(random: Random): unknown {
  switch (random.below(10)) {
    case 0:
      return random.pick<unknown>([null, true, false, [], {}, [[]], [null], [{}], { id: null }, { id: {} }]);
    case 1:
    case 2:
    case 3:
      return random.pick(oddTexts);
    case 4:
    case 5:
      return random.pick(oddNumbers);
    case 6:
      return random.pick(strangeObjects);
    case 7:
      return random.chance(0.3) ? nest(random.pick(nestedDepths), random.chance(0.5)) : random.pick(brokenJson);
    case 8:
      return Array.from({ length: random.below(5) }, () => random.pick([...shortOddTexts, ...oddNumbers]));
    default:
      return random.chance(0.05) ? Array(random.pick([1000, 5000])).fill(random.pick(oddNumbers)) : random.below(1000);
  }
}

/** Keys that no schema names, and privileged ones that somebody could hope to smuggle in. */
export const extraKeys: readonly string[] = [
  ['__proto__', 'constructor', 'prototype', 'toString', '', 'a\0b', 'x'.repeat(300), '$where', '$gt', 'key', 'item'],
  ['is_site_admin', 'isSiteAdmin', 'is_super_user', 'admin', 'role', 'status', 'id', 'user_id', 'submitted_by'],
  ['project_id', 'tracker_id', 'access', 'is_public', 'permissions', 'granted_groups', 'created_at_ms', 'version'],
  ['last_updated_by', 'submitted_on', 'artifact_id', 'is_template', 'ldap_id', 'delegations', 'scopes', 'hash'],
].flat();

const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8');

/** XML that a careless parser pays dearly for, or that reads what it must not. */
export const hostileXml: readonly Buffer[] = [
  utf8('<!DOCTYPE r [<!ENTITY a "b">]><request>&a;</request>'),
  utf8('<!DOCTYPE r SYSTEM "http://127.0.0.1:1/x.dtd"><request/>'),
  utf8('<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><request><name>&x;</name></request>'),
  utf8('<!DOCTYPE r [<!ENTITY % p SYSTEM "file:///etc/passwd">%p;]><request/>'),
  utf8(
    `<!DOCTYPE r [<!ENTITY l0 "lol">${Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')}]><request>&l9;</request>`,
  ),
  utf8('<request xmlns="urn:x"><a:b xmlns:a="urn:a"/></request>'),
  utf8('<request><xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="/etc/passwd"/></request>'),
  utf8('<?xml version="1.1"?><request>&#x1;</request>'),
  utf8('<?xml version="1.0" encoding="UTF-16"?><request/>'),
  utf8('<?xml version="1.0" encoding="utf-7"?><request>+ADw-</request>'),
  utf8('<?xml-stylesheet href="x"?><request/>'),
  utf8('<request>&undefined;&#0;&#xD800;</request>'),
  utf8('<request><values><![CDATA[]]></values><values/></request>'),
  utf8(`<request>${'<a>'.repeat(30_000)}`),
  utf8(`<request>${'<item/>'.repeat(100_001)}</request>`),
  utf8(`<request ${Array.from({ length: 5000 }, (_, n) => `a${n}="1"`).join(' ')}/>`),
  utf8(`<request><item key="__proto__"><polluted>1</polluted></item></request>`),
  utf8('<request><__proto__><polluted>1</polluted></__proto__><constructor/></request>'),
  utf8(`<request>${'<!---->'.repeat(20_000)}</request>`),
  utf8(`<request>${'&amp;'.repeat(50_000)}</request>`),
  utf8(`<request><a b='${'x'.repeat(100_000)}</request>`),
  Buffer.from('<request><a>\u0000</a></request>'),
  Buffer.from('\ufeff<request/>', 'utf16le'),
];

/** Bytes that are no text, or not the text that they are said to be. */
export const hostileBytes: readonly Buffer[] = [
  Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
  Buffer.from([0xc0, 0xae, 0xc0, 0xae]),
  Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from([0x22, 0xf4, 0x90, 0x80, 0x80, 0x22]),
  Buffer.from([0x22, 0xc3, 0x28, 0x22]),
  Buffer.from([0x80, 0x04, 0x95]),
  Buffer.from([0x50, 0x4b, 0x03, 0x04]),
  Buffer.alloc(3000),
  gzipSync(Buffer.alloc(2_000_000)),
  gzipSync('{"values":[]}'),
  deflateSync('{"values":[]}'),
  utf8('{"a":1}{"b":2}'),
  utf8('{"values":[]}\n{"values":[]}'),
  utf8('a=1&a=2&__proto__[x]=1&constructor.prototype.x=1'),
  utf8('&'.repeat(20_000)),
  utf8('%'.repeat(2000)),
  utf8('--x\r\nContent-Disposition: form-data; name="a"; filename="../../x"\r\n\r\ny\r\n--x--'),
];
