// Whether somebody is here for the first time, and is shown the first steps.
import { api, take } from '../../../platform/api.ts';

export const welcomedPreference = 'tepal_welcomed';

/** Where to go after signing in: to the first steps once, then on; `next` where it can't be told. */
export async function pageAfterSignIn(next: string): Promise<string> {
  try {
    const [signIns, welcomed] = await Promise.all([
      take(api.GET('/users/{id}/sign_ins', { params: { path: { id: 'self' }, query: { limit: 20 } } })),
      take(
        api.GET('/users/{id}/preferences', {
          params: { path: { id: 'self' }, query: { key: welcomedPreference } },
        }),
      ),
    ]);
    const isFirst = signIns.filter(({ result }) => result === 'success').length <= 1 && welcomed.value === false;
    return isFirst ? `/welcome?next=${encodeURIComponent(next)}` : next;
  } catch {
    // The first steps are no reason to keep somebody from what they came for.
    return next;
  }
}
