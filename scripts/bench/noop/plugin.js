// A plugin that does nothing, under the provider's name: its commands show the engine's own time.
const { readFileSync } = require("node:fs");
const path = require("node:path");
const grpc = require("@grpc/grpc-js");
const plugin = require("@pulumi/pulumi/proto/plugin_pb");
const { ResourceProviderService } = require("@pulumi/pulumi/proto/provider_grpc_pb");
const rpc = require("@pulumi/pulumi/proto/provider_pb");
const { Empty } = require("google-protobuf/google/protobuf/empty_pb.js");

const schemaFile = path.join(__dirname, "..", "..", "..", "schema.json");

/**
 * @template Request, Answer
 * @param {(request: Request) => Answer} answer
 * @returns {grpc.handleUnaryCall<Request, Answer>}
 */
const unary = (answer) => (call, callback) => callback(null, answer(call.request));

/**
 * A message with these fields set; each is the last word of a setter.
 * @template {object} Message
 * @param {Message} message
 * @param {Record<string, unknown>} fields
 */
function filled(message, fields) {
  for (const [name, value] of Object.entries(fields)) /** @type {any} */ (message)[`set${name}`](value);
  return message;
}

// As ours does, so that the engine sends both the same.
const accepts = { Acceptsecrets: true, Supportspreview: true, SupportsAutonamingConfiguration: true };

server().bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  process.stdout.write(`${port}\n`);
});

function server() {
  const made = new grpc.Server();
  made.addService(/** @type {any} */ (ResourceProviderService), {
    handshake: unary(() => filled(new rpc.ProviderHandshakeResponse(), { AcceptSecrets: true })),
    attach: unary(() => new Empty()),
    getPluginInfo: unary(() => filled(new plugin.PluginInfo(), { Version: "0.1.0" })),
    getSchema: unary(() => filled(new rpc.GetSchemaResponse(), { Schema: readFileSync(schemaFile, "utf8") })),
    checkConfig: unary(checked),
    diffConfig: unary(() => new rpc.DiffResponse()),
    configure: unary(() => filled(new rpc.ConfigureResponse(), accepts)),
    check: unary(checked),
    // It does not know whether anything changed, so the engine compares the inputs by itself.
    diff: unary(() => new rpc.DiffResponse()),
    create: unary((/** @type {rpc.CreateRequest} */ request) =>
      filled(new rpc.CreateResponse(), { Id: nameOf(request), Properties: request.getProperties() }),
    ),
    read: unary((/** @type {rpc.ReadRequest} */ request) =>
      filled(new rpc.ReadResponse(), {
        Id: request.getId(),
        Properties: request.getProperties(),
        Inputs: request.getInputs(),
      }),
    ),
    update: unary((/** @type {rpc.UpdateRequest} */ request) =>
      filled(new rpc.UpdateResponse(), { Properties: request.getNews() }),
    ),
    delete: unary(() => new Empty()),
    cancel: unary(() => new Empty()),
  });
  return made;
}

/** @param {rpc.CheckRequest} request */
function checked(request) {
  return filled(new rpc.CheckResponse(), { Inputs: request.getNews() });
}

/** @param {rpc.CreateRequest} request */
function nameOf(request) {
  return request.getUrn().split("::").at(-1);
}
