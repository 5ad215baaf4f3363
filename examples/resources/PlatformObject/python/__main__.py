import pulumi
import pulumi_vcluster_platform as platform

viewer = platform.PlatformObject(
    "viewer",
    kind="ClusterRoleTemplate",
    name="web-viewer",
    labels={"loft.sh/project-role": "true"},
    spec={
        "displayName": "Viewer of web projects",
        "management": True,
        "clusterRoleTemplate": {
            "rules": [
                {"apiGroups": ["management.loft.sh"], "resources": ["projects"], "verbs": ["get", "list"]},
            ],
        },
    },
)

pulumi.export("plural", viewer.plural)
