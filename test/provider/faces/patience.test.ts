import { onBothFaces } from "../../support/faceUnderTest";

const cases: [status: number, verb: "patch" | "delete", sent: string[]][] = [
  [409, "patch", ["GET 200", "PATCH 409", "GET 200", "PATCH 200"]],
  [415, "patch", ["GET 200", "PATCH 415", "PUT 200"]],
  [415, "delete", ["DELETE 415", "GET 200", "DELETE 200", "GET 404"]],
];

onBothFaces(
  (face) => {
    test.each(cases)("after a %i of a %s nothing is sent sooner than Retry-After asks", async (status, verb, sent) => {
      const kept = await face.create("SpaceTemplate", { name: `patient-${status}-${verb}`, displayName: "a" });
      face.platform.faults.add({ verb, kind: "SpaceTemplate", times: 1, action: { status, retryAfter: 1 } });
      face.platform.requests.length = 0;
      if (verb === "delete") await face.driver.delete("SpaceTemplate", kept);
      else await face.driver.update("SpaceTemplate", kept, { ...kept.inputs, displayName: "b" });
      expect(face.sent()).toEqual(sent);
      const refused = face.platform.requests.findIndex((each) => each.status === status);
      const [asked = 0, next = 0] = face.platform.requests.slice(refused).map(({ time }) => Date.parse(time));
      expect(next - asked).toBeGreaterThanOrEqual(1000);
    });
  },
  [{}],
);
