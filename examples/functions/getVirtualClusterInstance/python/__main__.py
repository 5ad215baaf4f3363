import pulumi
import pulumi_vcluster_platform as platform

dev = platform.get_virtual_cluster_instance_output(project="payments", name="dev")

pulumi.export("phase", dev.phase)
