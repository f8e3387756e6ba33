// A page whose thing could not be read. Where it is closed to who is signed in, nobody is told whose it is: who may enter its
// project sees who can help; everybody else may ask to be let in.
import type { ReactNode } from 'react';
import { isRefusedWith } from '../../platform/api.ts';
import { useNoPageContext } from '../../platform/page-context.ts';
import { useSelf } from '../../platform/session.ts';
import type { Asked } from './ask-to-join.tsx';
import { ErrorState } from '../feedback/async-states.tsx';
import { lazy } from '../lazy.tsx';
import { WaysOut } from './ways-out.tsx';

const AskToJoin = lazy(async () => (await import('./ask-to-join.tsx')).AskToJoin, { prefetch: true });

export function Unread({ asked, ...props }: Parameters<typeof ErrorState>[0] & { asked: Asked }): ReactNode {
  useNoPageContext();
  const isSignedIn = useSelf() !== undefined;
  const { error } = props;
  // A project that is closed to everybody takes nobody in.
  const mayAsk = isRefusedWith(error, 403) && error.helpProjectId === undefined && error.reason !== 'project-closed';
  return (
    <ErrorState {...props}>
      {isSignedIn && mayAsk && <AskToJoin asked={asked} />}
      {isSignedIn && isRefusedWith(error, 403, 404) && <WaysOut />}
    </ErrorState>
  );
}
