import pulumi
import pulumi_vcluster_platform as platform

small = platform.VirtualClusterTemplate(
    "small",
    name="small",
    display_name="Small virtual cluster",
    parameters=[{"variable": "replicas", "label": "Replicas", "type": "number", "default_value": "1"}],
    template={
        "helm_release": {
            "chart": {"version": "0.32.1"},
            "values": """controlPlane:
  statefulSet:
    highAvailability:
      replicas: {{ .Values.replicas }}
""",
        },
        # What every virtual cluster that is made from it gets.
        "objects": [{"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "tools"}}],
    },
)

pulumi.export("name", small.name)
