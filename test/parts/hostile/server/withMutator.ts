import type { FaceDriver } from "../../../support/faceDriver";
import type { FaceUnderTest } from "../../../support/faceUnderTest";
import { type Mutator, startMutator } from "./startMutator";

/** A face that hears the platform through a mutator. */
export interface Mutated<Driver extends FaceDriver> {
  readonly mutator: Mutator;
  readonly driver: Driver;
}

/** Puts a mutator before the platform of a face, there from the first test on; before each test it changes nothing. */
export function withMutator<Driver extends FaceDriver>(face: FaceUnderTest<Driver>): Mutated<Driver> {
  let mutator: Mutator | undefined;
  let driver: Driver | undefined;

  beforeAll(async () => {
    mutator = await startMutator(face.platform.baseUrl);
    driver = await face.configured({ baseUrl: mutator.baseUrl });
  });
  afterAll(async () => {
    await driver?.close();
    mutator?.close();
  });
  afterEach(() => {
    if (mutator) mutator.change = ({ body }) => body;
  });

  return {
    get mutator() {
      return mutator as Mutator;
    },
    get driver() {
      return driver as Driver;
    },
  };
}
