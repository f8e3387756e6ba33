// React's effects for callbacks whose type says what they return: what ends the effect, or undefined. React's own types take any
// function that returns void, such as one that ends in `element.scrollIntoView()`; where a browser gives a Promise for that,
// React calls it as what ends the effect, and the page breaks.
import { useEffect as useReactEffect, useLayoutEffect as useReactLayoutEffect } from 'react';
import type { DependencyList } from 'react';

type Effect = () => (() => void) | undefined;
type UseEffect = (effect: Effect, dependencies?: DependencyList) => void;

export const useEffect: UseEffect = useReactEffect;
export const useLayoutEffect: UseEffect = useReactLayoutEffect;
