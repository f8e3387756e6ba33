// Reads the sentences that the API has for what happened in a project, which are HTML for other programs.
import { pageOf } from '../../platform/addresses.ts';

export interface Heartbeat {
  page: string;
  /** Such as `bug #30`. */
  reference: string;
  title: string;
}

/** What a link with a reference in it, and the text after it, say. */
export function readHeartbeat(html: string): Heartbeat {
  const body = new DOMParser().parseFromString(html, 'text/html').body;
  const link = body.querySelector('a[href]');
  const reference = link?.querySelector('.cross-ref-badge')?.textContent?.trim() ?? '';
  const whole = body.textContent?.trim() ?? '';
  return {
    page: pageOf(link?.getAttribute('href') ?? '/'),
    reference,
    title: whole.startsWith(reference) ? whole.slice(reference.length).trim() : whole,
  };
}
