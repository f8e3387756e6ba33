// Work that several ask for at the same time is done once.

/** Gives a function that does the work of a key; who asks while it goes on gets the same result, or error. */
export function createSingleFlight<R>(): (key: string, work: () => Promise<R>) => Promise<R> {
  const flights = new Map<string, Promise<R>>();
  return (key, work) => {
    const flight = flights.get(key) ?? work().finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  };
}
