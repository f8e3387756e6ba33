// Which browser and system a browser says that it is, for people who look for theirs in a list. Pure.

const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];

const systems: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (agent: string, names: readonly [RegExp, string][]): string | undefined =>
  names.find(([pattern]) => pattern.test(agent))?.[1];

export interface Device {
  browser: string | undefined;
  system: string | undefined;
  isPhone: boolean;
}

export const readAgent = (agent: string): Device => ({
  browser: nameIn(agent, browsers),
  system: nameIn(agent, systems),
  isPhone: /\b(?:Android|iPhone|iPad|Mobile)\b/.test(agent),
});

/** `Firefox, Linux`; what it says where neither is known, cut. */
export function nameDevice(agent: string): string {
  const { browser, system } = readAgent(agent);
  return [browser, system].filter((name) => name !== undefined).join(', ') || agent.slice(0, 60);
}
