import type { EnginePorts } from '../ports.ts';

interface Flight { answer: Promise<unknown>; abort: AbortController; waiting: number }

/**
 * Asks the application on behalf of a page: two who ask the same at the same time ask once, and the request is cancelled
 * when the last of them has lost interest.
 */
export class Asks {
  private readonly flights = new Map<string, Flight>();
  constructor(private readonly ports: EnginePorts) {}

  ask(call: string, input: Record<string, unknown>, signal: AbortSignal): Promise<unknown> {
    const key = JSON.stringify([call, input]);
    const flight = this.flights.get(key) ?? this.start(key, call, input);
    flight.waiting += 1;
    signal.addEventListener('abort', () => this.leave(key, flight), { once: true });
    return flight.answer;
  }
  private start(key: string, call: string, input: Record<string, unknown>): Flight {
    const abort = new AbortController();
    const forget = (): void => { if (this.flights.get(key) === flight) this.flights.delete(key); };
    const flight: Flight = { abort, waiting: 0, answer: this.ports.call(call, input, { signal: abort.signal }).finally(forget) };
    this.flights.set(key, flight);
    return flight;
  }
  private leave(key: string, flight: Flight): void {
    flight.waiting -= 1;
    if (flight.waiting > 0 || this.flights.get(key) !== flight) return;
    this.flights.delete(key);
    flight.abort.abort();
  }
}
