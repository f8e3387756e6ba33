// What a list of choices must not cover, such as an editor with its buttons.
import { createContext } from 'react';
import type { RefObject } from 'react';

/** The list opens below or above this element. Without it: below or above the box alone. */
export const ListAnchor = createContext<RefObject<HTMLElement | null> | undefined>(undefined);
