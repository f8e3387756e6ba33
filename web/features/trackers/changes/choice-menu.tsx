// A button that opens a list with a search, to choose one of many.
import type { ReactNode } from 'react';
import { Opener } from '../../../ui/overlays/opener.tsx';
import type { Choices } from './choice-list.tsx';
import { lazy } from '../../../ui/lazy.tsx';

const ChoicePopover = lazy(async () => (await import('./choice-list.tsx')).ChoicePopover, { prefetch: true });

export const ChoiceMenu = ({ trigger, ...props }: Choices & { trigger: ReactNode }): ReactNode => (
  <Opener kind="dialog" trigger={trigger} preload={ChoicePopover.preload}>
    {(opened) => <ChoicePopover {...opened} {...props} />}
  </Opener>
);
